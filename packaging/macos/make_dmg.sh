#!/usr/bin/env bash
# The disk image for macOS: make_dmg.sh BUILD DIST VERSION. The program is signed ad hoc, which lets it run on the machine
# it was built on; elsewhere macOS asks. A Developer ID in MEMORY_DESKTOP_IDENTITY signs it for everybody.
set -euo pipefail
build=$1 dist=$2 version=$3
app="$build/program/Memory Desktop.app"
codesign --force --deep --timestamp=none --sign "${MEMORY_DESKTOP_IDENTITY:--}" "$app"
stage="$build/dmg"
rm -rf "$stage"
mkdir -p "$stage" "$dist"
cp -R "$app" "$stage/"
ln -s /Applications "$stage/Applications"
hdiutil create -volname "Memory Desktop" -srcfolder "$stage" -format UDZO -ov "$dist/Memory-Desktop-$version.dmg"
