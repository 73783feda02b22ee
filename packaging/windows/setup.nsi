; The installer for Windows; `packaging/build.py` gives VERSION, PROGRAM (the built folder), ICON and OUT.
; It installs for the user who runs it, without asking for an administrator.
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Memory Desktop"
OutFile "${OUT}"
Icon "${ICON}"
UninstallIcon "${ICON}"
InstallDir "$LOCALAPPDATA\Programs\Memory Desktop"
InstallDirRegKey HKCU "Software\Memory Desktop" "InstallDir"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Memory Desktop"
VIAddVersionKey "FileDescription" "Memory Desktop"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Memory Desktop developers, Apache License 2.0"

!include "MUI2.nsh"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\Memory Desktop.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Memory Desktop"

Section "Memory Desktop"
  ; What an earlier version left would be found before what is new.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}/*"
  File "/oname=memory-desktop.ico" "${ICON}"
  CreateShortcut "$SMPROGRAMS\Memory Desktop.lnk" "$INSTDIR\Memory Desktop.exe" "" "$INSTDIR\memory-desktop.ico"
  WriteRegStr HKCU "Software\Memory Desktop" "InstallDir" "$INSTDIR"
  ; Windows associates files by extension alone, and a vault is a folder: it gets an entry in a folder's menu.
  WriteRegStr HKCU "Software\Classes\Directory\shell\MemoryDesktop" "" "Open in Memory Desktop"
  WriteRegStr HKCU "Software\Classes\Directory\shell\MemoryDesktop" "Icon" "$INSTDIR\memory-desktop.ico"
  WriteRegStr HKCU "Software\Classes\Directory\shell\MemoryDesktop\command" "" '"$INSTDIR\Memory Desktop.exe" "%1"'
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Memory Desktop"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\memory-desktop.ico"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Memory Desktop developers"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  ; Only what was installed: vaults and settings are the person's.
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\Memory Desktop.exe"
  Delete "$INSTDIR\memory-desktop.exe"
  Delete "$INSTDIR\memory-desktop.ico"
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Memory Desktop.lnk"
  DeleteRegKey HKCU "Software\Classes\Directory\shell\MemoryDesktop"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Memory Desktop"
SectionEnd
