<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>window</name>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>
Ended {ended_at}</source>
        <translation>
Beendet {ended_at}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <source>
Undone since</source>
        <translation>
Rückgängig seit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>  (in other words)</source>
        <translation>  (mit anderen Worten)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <source>  ·  in an episode</source>
        <translation>  ·  in einer Episode</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>  ·  of {user_id}</source>
        <translation>  ·  von {user_id}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source> (behind)</source>
        <translation> (im Rückstand)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source> (current)</source>
        <translation> (aktuell)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source> (from outside: its vectors are imported)</source>
        <translation> (von außen: seine Vektoren sind importiert)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source> (let in for {actor})</source>
        <translation> (zugelassen für {actor})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source> ({gone} forgotten)</source>
        <translation> ({gone} vergessen)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source> ({missing} forgotten)</source>
        <translation> ({missing} vergessen)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source> A run that was interrupted is finished.</source>
        <translation> Ein unterbrochener Lauf wird zu Ende gebracht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source> Below, both look for {memories} of yours.</source>
        <translation> Darunter suchen beide nach {memories} aus dem Tresor.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/in_place.py"/>
        <source> Counted in the first {total}.</source>
        <translation> Gezählt in den ersten {total}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source> Found by {unseen}.</source>
        <translation> Gefunden durch {unseen}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source> Next attempt {what}.</source>
        <translation> Nächster Versuch {what}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source> Set by the environment: {variable}.</source>
        <translation> Durch die Umgebung gesetzt: {variable}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source> The earlier text is kept as superseded.</source>
        <translation> Der frühere Text bleibt als ersetzt erhalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source> The first {limit} of each are listed.</source>
        <translation> Jeweils die ersten {limit} werden gezeigt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source> The newest {most} of each are shown.</source>
        <translation> Jeweils die neuesten {most} werden gezeigt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source> The originals stay until it has its vector; sync is paused.</source>
        <translation> Die Originale bleiben, bis der Vektor vorliegt; der Abgleich ist angehalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source> There are more turns than one run takes up; run it again afterwards.</source>
        <translation> Es gibt mehr Gesprächsschritte, als ein Lauf aufnimmt; danach bitte erneut ausführen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source> What was imported before is kept.</source>
        <translation> Was zuvor importiert wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source> about {topics}</source>
        <translation> über {topics}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source> and {begun} more</source>
        <translation> und {begun} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source> and {found} more</source>
        <translation> und {found} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source> and {ids} more</source>
        <translation> und {ids} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source> and {memories} learned from it</source>
        <translation> und {memories}, die daraus gelernt wurden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source> and {names} other kinds</source>
        <translation> und {names} andere Arten</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source> and {n} other step</source>
        <translation>
            <numerusform> und {n} weiterer Schritt</numerusform>
            <numerusform> und {n} weitere Schritte</numerusform>
        </translation>
        <extra-many> and {n} other steps</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source> days</source>
        <translation> Tage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source> for {user}</source>
        <translation> für {user}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source> of {n} user</source>
        <translation>
            <numerusform> von {n} Nutzer</numerusform>
            <numerusform> von {n} Nutzern</numerusform>
        </translation>
        <extra-many> of {n} users</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <source> or none</source>
        <translation> oder keine</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/task_bar.py"/>
        <source> {done} of {total}</source>
        <translation> {done} von {total}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <source> {in_it} of those found are in it already.</source>
        <translation> {in_it} der gefundenen sind bereits enthalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/board_commands.py"/>
        <source> {item} had to leave.</source>
        <translation> {item} musste weichen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/view.py"/>
        <source> {key} searches the memories.</source>
        <translation> {key} durchsucht die Erinnerungen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source> {memories} that could still be read: {file}.</source>
        <translation> {memories}, noch lesbar: {file}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source> {memories} wait until theirs are imported.</source>
        <translation> {memories}: Vektoren werden noch erwartet.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source> {n} query held back for review.</source>
        <translation>
            <numerusform> {n} Anfrage zur Durchsicht zurückgehalten.</numerusform>
            <numerusform> {n} Anfragen zur Durchsicht zurückgehalten.</numerusform>
        </translation>
        <extra-many> {n} queries held back for review.</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/board_commands.py"/>
        <source> {quoted} had to leave.</source>
        <translation> {quoted} musste weichen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source> {waits} for a decision in Review.</source>
        <translation> {waits} in der Durchsicht auf eine Entscheidung.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source> · checked {when}</source>
        <translation> · geprüft {when}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source> · learning from {n} turn</source>
        <translation>
            <numerusform> · lernt aus {n} Gesprächsschritt</numerusform>
            <numerusform> · lernt aus {n} Gesprächsschritten</numerusform>
        </translation>
        <extra-many> · learning from {n} turns</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source> · protected</source>
        <translation> · geschützt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source> · synthetic</source>
        <translation> · erzeugt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source> · {failed} failed</source>
        <translation> · {failed} misslungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source> · {having} of {total}</source>
        <translation> · {having} von {total}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source> · {time} left</source>
        <translation> · noch {time}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;About Memory Desktop</source>
        <translation>&amp;Über Memory Desktop</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Arousal</source>
        <translation>&amp;Erregung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Change of mood</source>
        <translation>Stimmungs&amp;wechsel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>&amp;Check first, before any step</source>
        <translation>&amp;Zuerst prüfen, vor jedem Schritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Close vault</source>
        <translation>Tresor &amp;schließen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>&amp;Confidence</source>
        <translation>&amp;Gewissheit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>&amp;Conversation</source>
        <translation>&amp;Gespräch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>&amp;Deferred</source>
        <translation>&amp;Zurückgestellt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>&amp;Definition</source>
        <translation>&amp;Definition</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>&amp;Emotion</source>
        <translation>&amp;Gefühl</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>&amp;Example phrases, one a line</source>
        <translation>&amp;Beispielsätze, einer je Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>&amp;Facts, one a line</source>
        <translation>&amp;Fakten, einer je Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Feedback</source>
        <translation>&amp;Rückmeldung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Find in view</source>
        <translation>In der Ansicht &amp;finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Go to…</source>
        <translation>&amp;Gehe zu…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Goal</source>
        <translation>&amp;Ziel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Guided tour</source>
        <translation>&amp;Rundgang</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Intensity</source>
        <translation>&amp;Stärke</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>&amp;Keep in mind</source>
        <translation>&amp;Im Auge behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>&amp;Kind</source>
        <translation>&amp;Art</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>&amp;Layer</source>
        <translation>&amp;Schicht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>&amp;Links, one a line: concept: how it is related</source>
        <translation>&amp;Verknüpfungen, eine je Zeile: Begriff: Beziehung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>&amp;Main focus</source>
        <translation>&amp;Hauptaugenmerk</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>&amp;Mastery</source>
        <translation>&amp;Beherrschung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Open vault…</source>
        <translation>Tresor ö&amp;ffnen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Other emotions</source>
        <translation>&amp;Andere Gefühle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Phase</source>
        <translation>&amp;Phase</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Preferences…</source>
        <translation>Ei&amp;nstellungen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>&amp;Properties, one a line: name: value</source>
        <translation>&amp;Eigenschaften, eine je Zeile: Name: Wert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>&amp;Relevance</source>
        <translation>&amp;Relevanz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Search memories</source>
        <translation>Erinnerungen &amp;suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>&amp;Tags</source>
        <translation>S&amp;chlagwörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>&amp;Text for the prompt</source>
        <translation>&amp;Text für die Eingabe an das Modell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Theme</source>
        <translation>&amp;Erscheinungsbild</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>&amp;Title</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Topic</source>
        <translation>&amp;Thema</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>&amp;Type</source>
        <translation>&amp;Typ</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>&amp;User</source>
        <translation>&amp;Nutzer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>&amp;Valence</source>
        <translation>&amp;Valenz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>&amp;Watched</source>
        <translation>&amp;Beobachtet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>&amp;Why this version is better</source>
        <translation>&amp;Warum diese Fassung besser ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>&amp;Words</source>
        <translation>&amp;Wörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>(gone)</source>
        <translation>(nicht mehr da)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>(no word stands out)</source>
        <translation>(kein Wort sticht heraus)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>(not there)</source>
        <translation>(nicht vorhanden)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>* given, not read from words</source>
        <translation>* angegeben, nicht aus Wörtern gelesen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>, and also {more}</source>
        <translation>, außerdem {more}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>, last on {last_used}</source>
        <translation>, zuletzt am {last_used}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <source>, protected</source>
        <translation>, geschützt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>, user {number} of {users}</source>
        <translation>, Nutzer {number} von {users}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>, with corrections</source>
        <translation>, mit Korrekturen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>, without personal data</source>
        <translation>, ohne persönliche Daten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>, {held} held for review</source>
        <translation>, {held} zur Durchsicht zurückgehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>, {ms} ms</source>
        <translation>, {ms} ms</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <source>, {pages} shown</source>
        <translation>, {pages} gezeigt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>, {rejected} rejected</source>
        <translation>, {rejected} abgelehnt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>, {thing} so far</source>
        <translation>, bisher {thing}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>0 takes one that stays the same for this vault, as long as it is free.</source>
        <translation>0 nimmt einen Port, der für diesen Tresor gleich bleibt, solange er frei ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>0.5 × salience + 0.15 for each flag, unless you set it</source>
        <translation>0,5 × Salienz + 0,15 für jedes Merkmal, sofern nicht selbst festgelegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>1,000 of 1,000</source>
        <translation>1.000 von 1.000</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>1,234 ms</source>
        <translation>1.234 ms</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>1. Enter a question on the right.
2. Select the expected results, and save.
3. Run, and see which mode finds them.</source>
        <translation>1. Rechts eine Frage eingeben.
2. Die erwarteten Ergebnisse auswählen und speichern.
3. Messen und sehen, welcher Suchmodus sie findet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>12 attempts</source>
        <translation>12 Versuche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>12 members</source>
        <translation>12 Mitglieder</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>12 min ago</source>
        <translation>vor 12 min</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>12 minutes ago</source>
        <translation>vor 12 Minuten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>12 shared</source>
        <translation>12 gemeinsame</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>15 (2 forgotten)</source>
        <translation>15 (2 vergessen)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/moment_picker.py"/>
        <source>2026-11-17 19:08:00 UTC</source>
        <translation>17.11.2026 19:08:00 UTC</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>; what was imported is kept</source>
        <translation>; bereits Importiertes bleibt erhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <source>; {memories} forgotten</source>
        <translation>; {memories} vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>A changed text becomes a new memory; this one is kept as superseded.</source>
        <translation>Ein geänderter Text wird eine neue Erinnerung; diese bleibt als ersetzt erhalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>A conversation goes on</source>
        <translation>Ein Gespräch geht weiter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>A conversation has a board: its last messages, which fade while they are not spoken of, what it is about, open questions, and where attention is. Turns that agents record fill it, and imported conversations have one, too.</source>
        <translation>Ein Gespräch hat eine Tafel: seine letzten Nachrichten, die verblassen, wenn nicht mehr von ihnen die Rede ist, worum es geht, offene Fragen und worauf die Aufmerksamkeit liegt. Gesprächsschritte, die Agenten aufzeichnen, füllen sie; auch importierte Gespräche haben eine.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>A conversation that is gone</source>
        <translation>Ein Gespräch, das es nicht mehr gibt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>A digest was written</source>
        <translation>Eine Kurzfassung wurde geschrieben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>A fact that is more like a memory than this, and says nothing else in words, is not kept twice: the memory counts as said again.</source>
        <translation>Ein Fakt, der einer Erinnerung ähnlicher ist und in Worten nichts anderes sagt, wird nicht zweimal behalten: die Erinnerung gilt als erneut gesagt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>A file with a line {"query": …, "expected": [ids]} for each question</source>
        <translation>Eine Datei mit einer Zeile {"query": …, "expected": [ids]} je Frage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>A folder with an ONNX model</source>
        <translation>Ein Ordner mit einem ONNX-Modell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/key_bindings.py"/>
        <source>A key alone is for typing and moving: add Ctrl or Alt, or take a function key.</source>
        <translation>Eine einzelne Taste dient zum Schreiben und Bewegen: Strg oder Alt hinzunehmen oder eine Funktionstaste wählen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>A local folder.</source>
        <translation>Ein lokaler Ordner.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>A memory of trust 0.5 gets half of its score.</source>
        <translation>Eine Erinnerung mit Vertrauen 0,5 bekommt die Hälfte ihres Scores.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>A memory that has faded below it is forgotten when it is due again.</source>
        <translation>Eine Erinnerung, die darunter verblasst ist, wird vergessen, sobald sie wieder fällig ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>A memory’s layer says what kind of knowledge it is.</source>
        <translation>Die Schicht einer Erinnerung sagt, um welche Art von Wissen es sich handelt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>A name of an assembly</source>
        <translation>Name eines Verbands</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>A new assembly is created.</source>
        <translation>Ein neuer Verband wird angelegt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>A new concept</source>
        <translation>Ein neuer Begriff</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>A new conversation</source>
        <translation>Ein neues Gespräch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>A new event</source>
        <translation>Ein neues Ereignis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>A new procedure</source>
        <translation>Ein neuer Ablauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>A new skill</source>
        <translation>Eine neue Fähigkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures_page.py"/>
        <source>A procedure says how something is done, step by step. Make one, let an agent make one, or fill the layers with what was said (Overview).</source>
        <translation>Ein Ablauf sagt Schritt für Schritt, wie etwas getan wird. Einen anlegen, einen Agenten einen anlegen lassen oder die Schichten mit dem Gesagten füllen (Überblick).</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>A row for each thing that was done, by whom and when, with the text before and after. Any row can be undone, and “View this moment” shows the vault as it was then.</source>
        <translation>Eine Zeile für alles, was getan wurde, von wem und wann, mit dem Text davor und danach. Jede Zeile lässt sich rückgängig machen; „Diesen Zeitpunkt ansehen“ zeigt den Tresor, wie er damals war.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>A run of {actor_word}</source>
        <translation>Ein Lauf von {actor_word}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>A run that you started</source>
        <translation>Ein selbst gestarteter Lauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>A skill matches from a similarity of</source>
        <translation>Eine Fähigkeit passt ab einer Ähnlichkeit von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>A snapshot every</source>
        <translation>Eine Momentaufnahme alle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>A snapshot keeps the memories as they are now, so that you can view them and roll back later. The vault also makes its own: every so many events, and before anything risky.</source>
        <translation>Eine Momentaufnahme hält die Erinnerungen fest, wie sie jetzt sind, um sie später anzusehen und dorthin zurückzukehren. Der Tresor legt auch selbst welche an: nach einer bestimmten Zahl von Ereignissen und vor allem, was heikel ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>A thought for the board</source>
        <translation>Ein Gedanke für die Tafel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>A turn of a conversation becomes an episode when the layers are filled: with its topic, mood and significance. That happens by itself as conversations go on; you can also do it now.</source>
        <translation>Ein Gesprächsschritt wird zur Episode, wenn die Schichten gefüllt werden: mit Thema, Stimmung und Bedeutsamkeit. Das geschieht von selbst, während Gespräche weitergehen, und geht auch sofort.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>A turn that is gone</source>
        <translation>Ein Gesprächsschritt, den es nicht mehr gibt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>A vault is a folder that holds what your AI remembers. Create one, open one, or look at the sample. You can also drop a vault here, or files to import.</source>
        <translation>Ein Tresor ist ein Ordner mit dem, woran sich die KI erinnert. Einen anlegen, einen öffnen oder das Beispiel ansehen. Auch ein Tresor oder Dateien zum Importieren lassen sich hierher ziehen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>A year in the life of a made-up person: memories, conversations, corrections and merges.</source>
        <translation>Ein Jahr im Leben einer erfundenen Person: Erinnerungen, Gespräche, Korrekturen und Zusammenführungen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>ANN recall: {ann_agreement} of exact</source>
        <translation>ANN-Recall: {ann_agreement} der exakten Suche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>APPLIES WHEN</source>
        <translation>GILT, WENN</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/about_dialog.py"/>
        <source>About Memory Desktop</source>
        <translation>Über Memory Desktop</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>About a memory id</source>
        <translation>Zu einer Erinnerungs-ID</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>About emotions</source>
        <translation>Zu Gefühlen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>About the concept</source>
        <translation>Über den Begriff</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>About the selected node</source>
        <translation>Über den ausgewählten Knoten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Access</source>
        <translation>Zugriff</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Act as the reference memory server</source>
        <translation>Als Referenz-Gedächtnisserver auftreten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Activated</source>
        <translation>Aktiviert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Activated from a similarity of</source>
        <translation>Aktiviert ab einer Ähnlichkeit von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Activated {activation_count} ×</source>
        <translation>{activation_count} × aktiviert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <source>Activation {value}</source>
        <translation>Aktivierung {value}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Active from an activation of</source>
        <translation>Aktiv ab einer Aktivierung von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Active memories</source>
        <translation>Aktive Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Add a folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source>Add a tag</source>
        <translation>Schlagwort hinzufügen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>Add a turn</source>
        <translation>Gesprächsschritt hinzufügen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>Add a turn by hand</source>
        <translation>Gesprächsschritt von Hand hinzufügen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Add files…</source>
        <translation>Dateien…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <source>Add memories to “{name}”</source>
        <translation>Erinnerungen zu „{name}“ hinzufügen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Add memories…</source>
        <translation>Erinnerungen hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Add step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>Add turn…</source>
        <translation>Gesprächsschritt hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memory_drag.py"/>
        <source>Add {memories} to “{name}”</source>
        <translation>{memories} zu „{name}“ hinzufügen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <source>Add {ticked}</source>
        <translation>{ticked} hinzufügen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>Added the concept {name}.</source>
        <translation>Begriff {name} hinzugefügt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Added the procedure “{name}”.</source>
        <translation>Ablauf „{name}“ hinzugefügt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>Added the skill {name}.</source>
        <translation>Fähigkeit {name} hinzugefügt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Added the turn {said}.</source>
        <translation>Gesprächsschritt {said} hinzugefügt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source>Added {new}</source>
        <translation>{new} hinzugefügt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Added {what} to “{name}”.</source>
        <translation>{what} zu „{name}“ hinzugefügt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Adds</source>
        <translation>Ergänzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>After</source>
        <translation>Danach</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>After a change of the embedding model, so that it can be changed back at once.</source>
        <translation>Nach einem Wechsel des Einbettungsmodells, damit er sofort rückgängig gemacht werden kann.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Agent {agent_id}: confidence {confidence}, priority {priority}</source>
        <translation>Agent {agent_id}: Gewissheit {confidence}, Priorität {priority}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Agents are offered the nine tools of MCP’s server-memory, in place of this program’s own.</source>
        <translation>Agenten bekommen die neun Werkzeuge von MCPs server-memory statt der eigenen dieses Programms.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/session.py"/>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Agents cannot use this vault: {error}</source>
        <translation>Agenten können diesen Tresor nicht nutzen: {error}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Agents only read</source>
        <translation>Agenten lesen nur</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Agents that use this vault, or did</source>
        <translation>Agenten, die diesen Tresor nutzen oder genutzt haben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Agents: who may use this vault</source>
        <translation>Agenten: wer diesen Tresor nutzen darf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>All about the call</source>
        <translation>Alles zum Aufruf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>All about the turn</source>
        <translation>Alles zum Gesprächsschritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>All agents</source>
        <translation>Alle Agenten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>All commands</source>
        <translation>Alle Befehle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>All commands ({commands})</source>
        <translation>Alle Befehle ({commands})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>All gates</source>
        <translation>Alle Schleusen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>All memories except forgotten ones</source>
        <translation>Alle Erinnerungen außer vergessenen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>All memories, to filter and to correct: Return edits one.[{memories/forget} forgets it.][{window/undo} takes any change back.]</source>
        <translation>Alle Erinnerungen, zum Filtern und Korrigieren: die Eingabetaste bearbeitet eine.[{memories/forget} vergisst sie.][{window/undo} macht jede Änderung rückgängig.]</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>All of its members have been forgotten.</source>
        <translation>Alle Mitglieder sind vergessen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>All tools</source>
        <translation>Alle Werkzeuge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <location filename="../../memory_desktop/ui/user_choice.py"/>
        <source>All users</source>
        <translation>Alle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>All vectors up to date</source>
        <translation>Alle Vektoren aktuell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>All waiting</source>
        <translation>Alles Wartende</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>All {total} vectors are stored</source>
        <translation>Alle {total} Vektoren sind gespeichert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>Allowed: {limits}.</source>
        <translation>Erlaubt: {limits}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Already active.</source>
        <translation>Bereits aktiv.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Already forgotten.</source>
        <translation>Bereits vergessen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Already in “{name}”.</source>
        <translation>Bereits in „{name}“.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Already known as {quoted}; nothing was added.</source>
        <translation>Bereits bekannt als {quoted}; nichts wurde hinzugefügt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <source>Already protected.</source>
        <translation>Bereits geschützt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Alternative</source>
        <translation>Alternative</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>An active memory has the text already, but for case, blanks and, in what is typed, a full stop.</source>
        <translation>Eine aktive Erinnerung hat den Text schon, bis auf Groß- und Kleinschreibung, Leerzeichen und, bei Getipptem, einen Punkt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>An active memory means nearly the same, by its vector, or differs in punctuation only. Each write then waits until its vector is computed, which takes longer the larger the model is.</source>
        <translation>Eine aktive Erinnerung bedeutet ihrem Vektor nach fast dasselbe oder unterscheidet sich nur in der Zeichensetzung. Jedes Schreiben wartet dann, bis sein Vektor berechnet ist; das dauert umso länger, je größer das Modell ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>An agent that asks this would get the text of each skill that matches.</source>
        <translation>Ein Agent, der das fragt, bekäme den Text jeder passenden Fähigkeit.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>An agent that is connected can record each turn here, and ask for what is remembered.</source>
        <translation>Ein verbundener Agent kann hier jeden Gesprächsschritt aufzeichnen und nach dem fragen, was erinnert wird.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>An agent that is connected to this vault is listed here, with what it does and may do.</source>
        <translation>Ein mit diesem Tresor verbundener Agent steht hier, mit dem, was er tut und darf.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>An assembly is a group of related memories that can lift its members in recall.</source>
        <translation>Ein Verband ist eine Gruppe verwandter Erinnerungen, die ihre Mitglieder beim Abruf anheben kann.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>An assembly is a group of related memories that can lift its members in recall. It says why it was made, and you can add, move and take out members.</source>
        <translation>Ein Verband ist eine Gruppe verwandter Erinnerungen, die ihre Mitglieder beim Abruf anheben kann. Er sagt, warum er angelegt wurde; Mitglieder lassen sich hinzufügen, verschieben und herausnehmen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>An assembly is a group of related memories that can lift its members in recall. Select memories and put them into one, make one of all that a filter finds, or look at what is suggested.</source>
        <translation>Ein Verband ist eine Gruppe verwandter Erinnerungen, die ihre Mitglieder beim Abruf anheben kann. Erinnerungen auswählen und in einen legen, einen aus allem bilden, was ein Filter findet, oder die Vorschläge ansehen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>An assembly whose vector was not synchronised or verified within this time lifts nothing.</source>
        <translation>Ein Verband, dessen Vektor in dieser Zeit weder abgeglichen noch geprüft wurde, hebt nichts an.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>An emotion needs valence, arousal and intensity</source>
        <translation>Ein Gefühl braucht Valenz, Erregung und Stärke</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>An index is being rebuilt</source>
        <translation>Ein Index wird neu aufgebaut</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Another undo is still running; this redo was ignored.</source>
        <translation>Ein anderes Rückgängigmachen läuft noch; das Wiederholen wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Another undo is still running; this undo was ignored.</source>
        <translation>Ein anderes Rückgängigmachen läuft noch; dieses wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Any depth</source>
        <translation>Beliebige Tiefe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Any emotion</source>
        <translation>Alle Gefühle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Any flag</source>
        <translation>Alle Merkmale</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Any mood</source>
        <translation>Alle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Any significance</source>
        <translation>Jede Bedeutsamkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/periods.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Any time</source>
        <translation>Jederzeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Any type</source>
        <translation>Alle Typen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Approval</source>
        <translation>Genehmigung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Approve what the agent writes</source>
        <translation>Genehmigen, was der Agent schreibt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Archive old vectors then</source>
        <translation>Alte Vektoren danach archivieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Arousal</source>
        <translation>Erregung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Arousal, calm (0) to excited (1)</source>
        <translation>Erregung, ruhig (0) bis aufgeregt (1)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>As it was then</source>
        <translation>Wie es damals war</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <source>As of</source>
        <translation>Stand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>As of event</source>
        <translation>Stand: Ereignis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/past_bar.py"/>
        <source>As of {moment} (event {seq} of {head}). Read-only.</source>
        <translation>Stand {moment} (Ereignis {seq} von {head}). Nur lesen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/language_page.py"/>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Ask a model whether texts are fit to be kept</source>
        <translation>Ein Modell fragen, ob Texte behalten werden sollen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Ask a new model too</source>
        <translation>Auch ein neues Modell fragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Ask for approval</source>
        <translation>Genehmigung verlangen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Ask in your own words</source>
        <translation>In eigenen Worten fragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>Ask in your own words, or narrow it down with operators such as kind:pref or before:2026-03. [{window/search-memories} leads here from anywhere.]</source>
        <translation>In eigenen Worten fragen oder mit Operatoren wie kind:pref oder before:2026-03 eingrenzen. [{window/search-memories} führt von überall hierher.]</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Ask the same question in the Search view</source>
        <translation>Dieselbe Frage in der Suche stellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Asked again</source>
        <translation>Erneut gefragt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Asked again in the last import</source>
        <translation>Im letzten Import erneut gefragt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Asked {asked_at}{ended}</source>
        <translation>Gefragt {asked_at}{ended}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Asked {n} question</source>
        <translation>
            <numerusform>{n} Frage gestellt</numerusform>
            <numerusform>{n} Fragen gestellt</numerusform>
        </translation>
        <extra-many>Asked {n} questions</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/models/places.py"/>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Assemblies</source>
        <translation>Verbände</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Assemblies ({total})</source>
        <translation>Verbände ({total})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Assemblies and suggestions</source>
        <translation>Verbände und Vorschläge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Assemblies, and how fresh their vectors are</source>
        <translation>Verbände und wie aktuell ihre Vektoren sind</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Assembly</source>
        <translation>Verband</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Assembly activated</source>
        <translation>Verband aktiviert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Assembly created</source>
        <translation>Verband angelegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Assembly dissolved</source>
        <translation>Verband aufgelöst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Assembly edited</source>
        <translation>Verband bearbeitet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Assembly of {memories}</source>
        <translation>Verband aus {memories}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Assembly “{name}”</source>
        <translation>Verband „{name}“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <source>Assembly…</source>
        <translation>Verband…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Assess the memory</source>
        <translation>Das Gedächtnis bewerten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/thread_table.py"/>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>At least {told}</source>
        <translation>Mindestens {told}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>Attention</source>
        <translation>Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Automatic snapshots kept</source>
        <translation>Automatische Momentaufnahmen, die bleiben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <location filename="../../memory_desktop/ui/window/past_bar.py"/>
        <source>Back to now</source>
        <translation>Zurück zum Jetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <source>Back to the search</source>
        <translation>Zurück zur Suche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Back to {where}: {parts}.</source>
        <translation>Zurück zu {where}: {parts}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Background jobs, newest first</source>
        <translation>Hintergrundaufträge, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Background jobs: what is made of conversations</source>
        <translation>Hintergrundaufträge: was aus Gesprächen gemacht wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Background work</source>
        <translation>Hintergrundarbeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Background work: </source>
        <translation>Hintergrundarbeit: </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Basic tools</source>
        <translation>Grundlegende Werkzeuge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>Before</source>
        <translation>Davor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Before risky operations</source>
        <translation>Vor heiklen Vorgängen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Being merged into</source>
        <translation>Wird zusammengeführt mit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Better projection</source>
        <translation>Bessere Projektion</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>Between</source>
        <translation>Zwischen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Between event {from_seq} and {to_seq}.</source>
        <translation>Zwischen Ereignis {from_seq} und {to_seq}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Beyond that they are thinned out, the older the wider apart; those that you made stay.</source>
        <translation>Darüber hinaus werden sie ausgedünnt, je älter, desto weiter; selbst angelegte bleiben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Board changed</source>
        <translation>Tafel geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Boost: {name}</source>
        <translation>Zuschlag: {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Both are right; do not ask about them again</source>
        <translation>Beide stimmen; nicht wieder danach fragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Both kept</source>
        <translation>Beide behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_plot.py"/>
        <source>Breakthrough</source>
        <translation>Durchbruch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Bring back the assemblies that it was merged from</source>
        <translation>Die Verbände zurückholen, aus denen er zusammengeführt wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>Brought back by Redo</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Building the keyword index. Memories</source>
        <translation>Stichwortindex wird aufgebaut. Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/command_table.py"/>
        <location filename="../../memory_desktop/models/event_table.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/inspector/history_tab.py"/>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>By anyone</source>
        <translation>Von allen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>By arousal</source>
        <translation>Nach Erregung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>By hand</source>
        <translation>Von Hand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>By the rule</source>
        <translation>Nach der Regel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>By the rule: sources / (sources + 1 + open conflicts)</source>
        <translation>Nach der Regel: Quellen / (Quellen + 1 + offene Widersprüche)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>By whom</source>
        <translation>Von wem</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>CHECK FIRST</source>
        <translation>ZUERST PRÜFEN</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Calls of agents, newest first</source>
        <translation>Aufrufe von Agenten, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Calm an upset customer</source>
        <translation>Verärgerte Kundschaft beruhigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Came later</source>
        <translation>Kam später</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Came later of {name}</source>
        <translation>Kam später zu {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Cancel job</source>
        <translation>Auftrag abbrechen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Cancel the change</source>
        <translation>Wechsel abbrechen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Cate&amp;gory</source>
        <translation>&amp;Kategorie</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Category of the concept</source>
        <translation>Kategorie des Begriffs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Change &amp;keys…</source>
        <translation>&amp;Tasten ändern…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <source>Change keys…</source>
        <translation>Tasten ändern…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Change of mood</source>
        <translation>Stimmungswechsel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Change of mood afterwards, -2 to 2</source>
        <translation>Stimmungswechsel danach, -2 bis 2</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <location filename="../../memory_desktop/ui/meanwhile.py"/>
        <source>Changed meanwhile</source>
        <translation>Zwischenzeitlich geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Changed the order of “{name}”.</source>
        <translation>Reihenfolge von „{name}“ geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Changed {updated_at}</source>
        <translation>Geändert {updated_at}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Changed {what}.</source>
        <translation>{what} geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Changed “{name}”.</source>
        <translation>„{name}“ geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>Changes by conversation</source>
        <translation>Änderungen nach Gespräch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>Changes by this conversation</source>
        <translation>Änderungen durch dieses Gespräch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>Changes of the summary, by conversation</source>
        <translation>Änderungen der Zusammenfassung, nach Gespräch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Changes wait for approval</source>
        <translation>Änderungen warten auf Genehmigung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Changing {memories}</source>
        <translation>{memories} werden geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Chart data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>ChatGPT and Claude exports, MCP memory.jsonl, Markdown and Obsidian notes, JSON lines, CSV.</source>
        <translation>Exporte aus ChatGPT und Claude, MCP memory.jsonl, Notizen aus Markdown und Obsidian, JSON-Zeilen, CSV.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Check and repair</source>
        <translation>Prüfen und reparieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Check and repair the vault</source>
        <translation>Tresor prüfen und reparieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Check now</source>
        <translation>Jetzt prüfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Check the vault</source>
        <translation>Tresor prüfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Check: </source>
        <translation>Prüfen: </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Checked by a gate</source>
        <translation>Von einer Schleuse geprüft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Checking</source>
        <translation>Prüfung läuft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Checking the chain of events</source>
        <translation>Kette der Ereignisse wird geprüft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Checking the keyword index</source>
        <translation>Stichwortindex wird geprüft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Checking the vector index</source>
        <translation>Vektorindex wird geprüft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Checks performed</source>
        <translation>Ausgeführte Prüfungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Choose</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Choose ({conversation})</source>
        <translation>Auswählen ({conversation})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>Choose a command, then press the key that it shall have. The keys are the same in every vault.</source>
        <translation>Einen Befehl wählen und die Taste drücken, die er bekommen soll. Die Tasten gelten in allen Tresoren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Choose a job to read what it came to.</source>
        <translation>Wählen Sie einen Auftrag, um zu lesen, was er ergab.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Choose a memory above, and see why it is not among the hits.</source>
        <translation>Oben eine Erinnerung wählen und sehen, warum sie nicht unter den Treffern ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Choose a user</source>
        <translation>Nutzer wählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Choose an event</source>
        <translation>Ereignis wählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Choose another kind</source>
        <translation>Andere Art wählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Clean up old vectors now</source>
        <translation>Alte Vektoren jetzt aufräumen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/filter_field.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Clear filters</source>
        <translation>Filter entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>Cleared what is made of {}.</source>
        <translation>Entfernt, was daraus gemacht wurde: {}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Click to select, double-click to centre, Shift-click a second one to see the path between the two.</source>
        <translation>Klicken wählt aus, Doppelklicken zentriert, Umschalt+Klick auf einen zweiten zeigt den Weg zwischen beiden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Client to connect</source>
        <translation>Client, der sich verbinden soll</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <location filename="../../memory_desktop/ui/window/errors.py"/>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/banner.py"/>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Colour by</source>
        <translation>Färben nach</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Colour by {name}</source>
        <translation>Färben nach: {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/table.py"/>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Comes from</source>
        <translation>Stammt aus</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Comfortable rows: two lines</source>
        <translation>Lockere Zeilen: zwei Zeilen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <location filename="../../memory_desktop/ui/window/palette.py"/>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Command line</source>
        <translation>Kommandozeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/palette.py"/>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>Commands, newest first</source>
        <translation>Befehle, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Compact rows: one line</source>
        <translation>Kompakte Zeilen: eine Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Compare with now</source>
        <translation>Mit jetzt vergleichen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Comparing</source>
        <translation>Vergleich läuft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Comparing the records with the log</source>
        <translation>Datensätze werden mit dem Protokoll verglichen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Comparing …</source>
        <translation>Wird verglichen …</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Concept</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Concepts</source>
        <translation>Begriffe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Concepts ({found})</source>
        <translation>Begriffe ({found})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Concepts are people, places and ideas that come up in several episodes, with what is known of them. Agents teach them, and you can write one down yourself.</source>
        <translation>Begriffe sind Menschen, Orte und Ideen, die in mehreren Episoden vorkommen, mit dem, was über sie bekannt ist. Agenten lehren sie; sie lassen sich auch selbst aufschreiben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Concerns</source>
        <translation>Bedenken</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>Concerns of safety and limits, one a line</source>
        <translation>Bedenken zu Sicherheit und Grenzen, eines je Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Confidence</source>
        <translation>Gewissheit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Conflicts</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Conflicts (same ID, different text)</source>
        <translation>Konflikte (gleiche ID, anderer Text)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Conflicts of concepts</source>
        <translation>Widersprüche bei Begriffen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Conflicts:</source>
        <translation>Widersprüche:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Conflicts{waiting}</source>
        <translation>Widersprüche{waiting}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Connect a client</source>
        <translation>Client verbinden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>Connect an agent</source>
        <translation>Agenten verbinden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Connect your agent</source>
        <translation>Eigenen Agenten verbinden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Connected to {there}</source>
        <translation>Verbunden mit {there}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Consolidate digests</source>
        <translation>Kurzfassungen zusammenfassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Consolidated</source>
        <translation>Konsolidiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Consolidation went on</source>
        <translation>Konsolidierung fortgesetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Contains it</source>
        <translation>Enthält sie</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Content of the event</source>
        <translation>Inhalt des Ereignisses</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/conversations.py"/>
        <location filename="../../memory_desktop/models/places.py"/>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Conversation ID: {id}</source>
        <translation>Gesprächs-ID: {id}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/places.py"/>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <location filename="../../memory_desktop/ui/conversations/session_list.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Conversations are read for what was felt, by words alone and on this computer; you and your agents can record it, too. Memories that came with a valence and an arousal are shown here as well.</source>
        <translation>Gespräche werden auf Gefühle hin gelesen, allein nach Wörtern und auf diesem Computer; auch selbst oder durch Agenten lassen sie sich festhalten. Erinnerungen, die mit Valenz und Erregung kamen, stehen ebenfalls hier.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>Conversations in these files</source>
        <translation>Gespräche in diesen Dateien</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Conversations that come from ChatGPT, Claude or Letta are read for facts like live ones, and fill the layers, in the background.</source>
        <translation>Gespräche aus ChatGPT, Claude oder Letta werden wie laufende nach Fakten gelesen und füllen die Schichten, im Hintergrund.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Conversations: what is learned and given back</source>
        <translation>Gespräche: was gelernt und zurückgegeben wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Copied the address.</source>
        <translation>Adresse kopiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Copied the settings.</source>
        <translation>Einstellungen kopiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/data_text.py"/>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/errors.py"/>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Copy error</source>
        <translation>Fehler kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Copy id</source>
        <translation>ID kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lists.py"/>
        <source>Copy rows</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Copy the address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Copy the conversation’s ID</source>
        <translation>ID des Gesprächs kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Copy the turn’s ID</source>
        <translation>ID des Gesprächsschritts kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/thread_list.py"/>
        <source>Copy turns</source>
        <translation>Gesprächsschritte kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Copying the log. Events</source>
        <translation>Protokoll wird kopiert. Ereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Copying vectors. Memories</source>
        <translation>Vektoren werden kopiert. Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>Corrected the episode.</source>
        <translation>Episode korrigiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>Cosine distances: how far apart the memories of a month are (spread), and how far their centre is from the centre of all memories and from that of the month before.</source>
        <translation>Kosinusabstände: wie weit die Erinnerungen eines Monats auseinanderliegen (Streuung) und wie weit ihr Mittelpunkt vom Mittelpunkt aller Erinnerungen und von dem des Vormonats entfernt ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Cosine of the two vectors from which they count as nearly the same.</source>
        <translation>Kosinus der beiden Vektoren, ab dem sie als fast gleich gelten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/lineage_table.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Created the assembly “{name}” of {memories}.</source>
        <translation>Verband „{name}“ aus {memories} angelegt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Created the snapshot “{name}”.</source>
        <translation>Momentaufnahme „{name}“ angelegt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>Creating</source>
        <translation>Wird angelegt:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Creating a snapshot</source>
        <translation>Momentaufnahme wird angelegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/form_dialog.py"/>
        <source>Ctrl+Return: {text}</source>
        <translation>Strg+Eingabe: {text}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/export.py"/>
        <source>DOT (*.dot)</source>
        <translation>DOT (*.dot)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Damaged copies</source>
        <translation>Beschädigte Kopien</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Damaged: this lineage leads back to itself ({ways}).</source>
        <translation>Beschädigt: Diese Herkunft führt auf sich selbst zurück ({ways}).</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/go_to_date.py"/>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Delete it; the vault itself is not affected.</source>
        <translation>Löschen; der Tresor selbst bleibt unberührt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/drop_list.py"/>
        <source>Delete removes the selected one</source>
        <translation>Entf entfernt den ausgewählten Eintrag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Delete snapshot</source>
        <translation>Momentaufnahme löschen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Delete the copies of damaged indexes that were set aside. Nothing uses them.</source>
        <translation>Die beiseitegelegten Kopien beschädigter Indizes löschen. Nichts benutzt sie.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Delete the snapshot “{name}”? This cannot be undone. No memory is touched.</source>
        <translation>Momentaufnahme „{name}“ löschen? Das lässt sich nicht rückgängig machen. Keine Erinnerung ist davon betroffen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Deleting</source>
        <translation>Wird gelöscht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Depth </source>
        <translation>Tiefe </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/errors.py"/>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Details of the turn</source>
        <translation>Einzelheiten des Gesprächsschritts</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Detect automatically</source>
        <translation>Automatisch erkennen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Did {n} other thing</source>
        <translation>
            <numerusform>{n} andere Sache getan</numerusform>
            <numerusform>{n} andere Dinge getan</numerusform>
        </translation>
        <extra-many>Did {n} other things</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>Digest written</source>
        <translation>Kurzfassung geschrieben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <location filename="../../memory_desktop/ui/unsaved.py"/>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/unsaved.py"/>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Discard held items</source>
        <translation>Zurückgehaltenes verwerfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/unsaved.py"/>
        <source>Discard what you have changed here? It was not saved.</source>
        <translation>Die Änderungen hier verwerfen? Sie sind nicht gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/unsaved.py"/>
        <source>Discard what you have typed? It was not saved: {where}.</source>
        <translation>Verwerfen, was Sie geschrieben haben? Es ist nicht gespeichert: {where}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Discarded</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Discarded {said}.</source>
        <translation>{said} verworfen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Discover patterns</source>
        <translation>Muster entdecken</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Discovery</source>
        <translation>Entdeckung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Dissolve</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Dissolve assemblies</source>
        <translation>Verbände auflösen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Dissolved {assembly}; the memories stay.</source>
        <translation>{assembly} aufgelöst; die Erinnerungen bleiben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Do it, then report how it went</source>
        <translation>Ausführen und danach melden, wie es ging</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Do not look</source>
        <translation>Nicht prüfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Do not record turns about these topics</source>
        <translation>Keine Gesprächsschritte über diese Themen aufzeichnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Do not record turns with these words</source>
        <translation>Keine Gesprächsschritte mit diesen Wörtern aufzeichnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Download {name}?</source>
        <translation>{name} herunterladen?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Draw around points to select them. Shift moves the map, the wheel enlarges it.</source>
        <translation>Punkte umfahren wählt sie aus. Umschalt verschiebt die Karte, das Mausrad vergrößert sie.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/export.py"/>
        <source>Drawing (*.svg)</source>
        <translation>Zeichnung (*.svg)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_graph.py"/>
        <source>Drawing of the concepts; the table below it says the same</source>
        <translation>Zeichnung der Begriffe; die Tabelle darunter sagt dasselbe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/canvas.py"/>
        <source>Drawing of the lineage; the table below it says the same</source>
        <translation>Zeichnung der Herkunft; die Tabelle darunter sagt dasselbe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/drop_list.py"/>
        <source>Drop files, folders or export zips here</source>
        <translation>Dateien, Ordner oder Export-ZIPs hierher ziehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Drop the files here, or choose them. You see a preview before anything is imported.</source>
        <translation>Die Dateien hierher ziehen oder auswählen. Vor dem Import erscheint eine Vorschau.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <source>Dropped</source>
        <translation>Aufgegeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Due after</source>
        <translation>Fällig nach</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Duplicates and conflicts</source>
        <translation>Dubletten und Widersprüche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Duplicates skipped</source>
        <translation>Dubletten übersprungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>E&amp;xamples, one a line</source>
        <translation>&amp;Beispiele, eines je Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Each has what to do, and what to try if it fails</source>
        <translation>Jeder sagt, was zu tun ist und was zu versuchen ist, wenn es misslingt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Each time an item loses the share of its activation that its rate says.</source>
        <translation>Jedes Mal verliert ein Eintrag den Anteil seiner Aktivierung, den seine Rate angibt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Earlier text</source>
        <translation>Früherer Text</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Edit assembly</source>
        <translation>Verband bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Edit assembly…</source>
        <translation>Verband bearbeiten…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Edit memory</source>
        <translation>Erinnerung bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Edit message…</source>
        <translation>Nachricht bearbeiten…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <source>Edit the current memory</source>
        <translation>Aktuelle Erinnerung bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Edit this memory</source>
        <translation>Diese Erinnerung bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Edit, merge or restore a memory, or merge assemblies, and see here what came from what. To start from one memory, choose “Show lineage” in its menu.</source>
        <translation>Eine Erinnerung bearbeiten, zusammenführen oder wiederherstellen oder Verbände zusammenführen und hier sehen, was woraus wurde. Um bei einer Erinnerung zu beginnen, in ihrem Menü „Herkunft zeigen“ wählen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Editing “{name}”</source>
        <translation>„{name}“ wird bearbeitet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Embed</source>
        <translation>Einbetten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Embedding</source>
        <translation>Einbettung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Embedding &amp;model…</source>
        <translation>Einbettungs&amp;modell…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Embedding drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>Embedding drift by month; the same numbers stand in the table below</source>
        <translation>Einbettungsdrift nach Monat; dieselben Zahlen stehen in der Tabelle darunter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Embedding model</source>
        <translation>Einbettungsmodell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Embedding model {version}</source>
        <translation>Einbettungsmodell {version}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <source>Embedding models</source>
        <translation>Einbettungsmodelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/facets.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Emotion</source>
        <translation>Gefühl</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>Emotional events</source>
        <translation>Gefühlsereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Emotional memory</source>
        <translation>Emotionales Gedächtnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>Emotional patterns</source>
        <translation>Gefühlsmuster</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_plot.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Emotional peak</source>
        <translation>Gefühlshöhepunkt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Emotions</source>
        <translation>Gefühle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_plot.py"/>
        <source>Emotions by valence and arousal; the same numbers stand in the table below</source>
        <translation>Gefühle nach Valenz und Erregung; dieselben Zahlen stehen in der Tabelle darunter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Emotions: the numbers of the plot</source>
        <translation>Gefühle: die Zahlen des Diagramms</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <source>End tour</source>
        <translation>Rundgang beenden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Ended: {rstrip}.</source>
        <translation>Beendet: {rstrip}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <source>Enter a question</source>
        <translation>Frage eingeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <source>Enter a question; what is found appears below.</source>
        <translation>Eine Frage eingeben; das Gefundene erscheint darunter.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>Enter a search first: all that match its words can be purged.</source>
        <translation>Zuerst eine Suche eingeben: alles, was zu ihren Wörtern passt, kann endgültig gelöscht werden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>Enter a search first: then it can be said why a memory is not among its hits.</source>
        <translation>Zuerst eine Suche eingeben: dann lässt sich sagen, warum eine Erinnerung nicht unter ihren Treffern ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source>Enter or a comma adds the tag, Enter in the empty field saves. Backspace removes the last tag, and Escape leaves the tags as they were.</source>
        <translation>Eingabe oder Komma fügt das Schlagwort hinzu, Eingabe im leeren Feld speichert. Die Rücktaste entfernt das letzte Schlagwort, und Esc lässt die Schlagwörter, wie sie waren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/in_place.py"/>
        <source>Enter saves, Escape changes nothing.</source>
        <translation>Eingabe speichert, Esc ändert nichts.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/in_place.py"/>
        <source>Enter saves, Escape changes nothing.{counted}</source>
        <translation>Eingabe speichert, Esc ändert nichts.{counted}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Enter shows the boards</source>
        <translation>Eingabe zeigt die Tafeln</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Enter shows the run</source>
        <translation>Eingabe zeigt den Lauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Entered</source>
        <translation>Eingegangen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Episodes</source>
        <translation>Episoden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Episodes by day, newest first</source>
        <translation>Episoden nach Tag, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Episodic memory</source>
        <translation>Episodisches Gedächtnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/event_table.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Event log and records</source>
        <translation>Ereignisprotokoll und Datensätze</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/past_bar.py"/>
        <source>Event to look at</source>
        <translation>Anzusehendes Ereignis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/event_table.py"/>
        <source>Event type {type}</source>
        <translation>Ereignistyp {type}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/past_bar.py"/>
        <source>Event {seq} …</source>
        <translation>Ereignis {seq} …</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Events are missing</source>
        <translation>Ereignisse fehlen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Events between two automatic snapshots; 0 makes none.</source>
        <translation>Ereignisse zwischen zwei automatischen Momentaufnahmen; 0 legt keine an.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Events lost</source>
        <translation>Ereignisse verloren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>Events of the log are lost: decide what to do</source>
        <translation>Ereignisse des Protokolls sind verloren: Entscheidung nötig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Events, newest first</source>
        <translation>Ereignisse, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Every call that would change something is refused.</source>
        <translation>Jeder Aufruf, der etwas ändern würde, wird abgewiesen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Every change that an agent asks for waits in Review, and is carried out once a person releases it.</source>
        <translation>Jede Änderung, um die ein Agent bittet, wartet in der Durchsicht und wird ausgeführt, sobald ein Mensch sie freigibt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Every concept, not only those around the chosen one</source>
        <translation>Alle Begriffe, nicht nur die um den gewählten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>Every sentence is kept.</source>
        <translation>Jeder Satz bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Every turn of all these conversations, in order of time</source>
        <translation>Alle Schritte all dieser Gespräche, in zeitlicher Reihenfolge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Every vector write fails from now on.</source>
        <translation>Ab jetzt misslingt jedes Schreiben von Vektoren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Everything about each memory, and runs, ratings, practice, protection, boards and summaries, with a manifest. Can be imported again without loss.</source>
        <translation>Alles über jede Erinnerung, dazu Läufe, Bewertungen, Übung, Schutz, Tafeln und Zusammenfassungen, mit Manifest. Lässt sich verlustfrei wieder importieren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Everything but the log can be rebuilt from it. The old parts are kept until the new ones are complete.</source>
        <translation>Alles außer dem Protokoll lässt sich daraus neu aufbauen. Die alten Teile bleiben, bis die neuen vollständig sind.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Everything is embedded by {new}.</source>
        <translation>Alles ist mit {new} eingebettet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Evicted {memories}.</source>
        <translation>{memories} verdrängt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Eviction: what is let go</source>
        <translation>Verdrängung: was weichen darf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Example phrases</source>
        <translation>Beispielformulierungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Expected: {expected_outcome}</source>
        <translation>Erwartet: {expected_outcome}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Export memories</source>
        <translation>Erinnerungen exportieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Export selection…</source>
        <translation>Auswahl exportieren…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>External ID</source>
        <translation>Externe ID</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/facet_panel.py"/>
        <source>Facets</source>
        <translation>Facetten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Facts and concepts; its weight in an answer over all layers, 0 is none.</source>
        <translation>Fakten und Begriffe; ihr Gewicht in einer Antwort über alle Schichten, 0 ist keins.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Facts that are more alike than this and contradict each other in nothing are listed as duplicates.</source>
        <translation>Fakten, die ähnlicher sind als dies und sich in nichts widersprechen, werden als Dubletten gelistet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Facts, patterns and other memories that were made from this turn are listed here.</source>
        <translation>Fakten, Muster und andere Erinnerungen, die aus diesem Gesprächsschritt entstanden, stehen hier.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Facts, preferences and rules that mean nearly the same in other words become one, in the background. Another number, another value or a “not” keeps them apart, and turns are never merged. Each merge can be undone, and is then not made again.</source>
        <translation>Fakten, Vorlieben und Regeln, die mit anderen Worten fast dasselbe bedeuten, werden im Hintergrund eins. Eine andere Zahl, ein anderer Wert oder ein „nicht“ hält sie auseinander, und Gesprächsschritte werden nie zusammengeführt. Jede Zusammenführung lässt sich rückgängig machen und geschieht dann nicht wieder.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Facts, preferences, rules and concepts</source>
        <translation>Fakten, Vorlieben, Regeln und Begriffe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Fade</source>
        <translation>Verblassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Fade {memories}</source>
        <translation>{memories} verblassen lassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Faded</source>
        <translation>Verblasst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Faded {what} by {hours} hours.</source>
        <translation>{what} um {hours} Stunden verblasst.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Fade…</source>
        <translation>Verblassen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Failed only</source>
        <translation>Nur fehlgeschlagene</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <source>Failed: {result}</source>
        <translation>Fehlgeschlagen: {result}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Feedback</source>
        <translation>Rückmeldung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Fewer signals start the jobs, too, when no more have come for so long. 0: they wait for more.</source>
        <translation>Auch weniger Signale starten die Aufträge, wenn so lange keine mehr kamen. 0: sie warten auf weitere.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>File group</source>
        <translation>Dateigruppe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/drop_list.py"/>
        <source>Files and folders to import</source>
        <translation>Dateien und Ordner zum Importieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Files of the indexes, and when their checksums were last compared</source>
        <translation>Dateien der Indizes und wann ihre Prüfsummen zuletzt verglichen wurden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Files that were passed over</source>
        <translation>Übergangene Dateien</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Files to import</source>
        <translation>Zu importierende Dateien</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>Fill the layers</source>
        <translation>Schichten füllen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Fill the layers also after</source>
        <translation>Schichten auch füllen nach</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Fill the layers…</source>
        <translation>Schichten füllen…</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Filled the layers in {n} run</source>
        <translation>
            <numerusform>Schichten in {n} Lauf gefüllt</numerusform>
            <numerusform>Schichten in {n} Läufen gefüllt</numerusform>
        </translation>
        <extra-many>Filled the layers in {n} runs</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>Filled the layers: {told}.{resumed}</source>
        <translation>Schichten gefüllt: {told}.{resumed}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>Filling the layers</source>
        <translation>Schichten werden gefüllt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>Filter by title</source>
        <translation>Nach Titel filtern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>Filter conversations by title</source>
        <translation>Gespräche nach Titel filtern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>Filter memories</source>
        <translation>Erinnerungen filtern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>Filter: words, kind:pref tag:work before:2026-01</source>
        <translation>Filter: Wörter, kind:pref tag:work before:2026-01</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/chips.py"/>
        <source>Filters of this search</source>
        <translation>Filter dieser Suche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Find a memory or assembly by its text</source>
        <translation>Erinnerung oder Verband nach Text finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>Find a setting</source>
        <translation>Einstellung finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Find assemblies</source>
        <translation>Verbände finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Find assemblies by name, tag, topic or reason</source>
        <translation>Verbände nach Name, Schlagwort, Thema oder Grund finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Find by topic or words</source>
        <translation>Nach Thema oder Wörtern suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Find concepts</source>
        <translation>Begriffe finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Find concepts by their words</source>
        <translation>Begriffe nach ihren Wörtern finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Find episodes by their topic, or words of the turn</source>
        <translation>Episoden nach ihrem Thema oder nach Wörtern des Gesprächsschritts suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Find in the lineage</source>
        <translation>In der Herkunft finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Find in the thread</source>
        <translation>Im Thread finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <source>Find memories</source>
        <translation>Erinnerungen finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Find related memories</source>
        <translation>Verwandte Erinnerungen finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_dialog.py"/>
        <source>Find the memory that you expected</source>
        <translation>Die erwartete Erinnerung finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Find words in this thread</source>
        <translation>Wörter in diesem Thread finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <source>Finish</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/conversations.py"/>
        <source>First</source>
        <translation>Erstes Mal</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>First day</source>
        <translation>Erster Tag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>First {pairs}</source>
        <translation>Die ersten {pairs}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Flags</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Folder to import</source>
        <translation>Zu importierender Ordner</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Folder to write to</source>
        <translation>Zielordner</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Folding the log. Events</source>
        <translation>Protokoll wird ausgewertet. Ereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>For this user only. Turns that are left out are not recorded at all.</source>
        <translation>Nur für diesen Nutzer. Ausgelassene Gesprächsschritte werden gar nicht aufgezeichnet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Forget message</source>
        <translation>Nachricht vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Forget this memory</source>
        <translation>Diese Erinnerung vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Forget turn</source>
        <translation>Gesprächsschritt vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Forget turns after</source>
        <translation>Gesprächsschritte vergessen nach</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Forget turns after so many days</source>
        <translation>Gesprächsschritte nach so vielen Tagen vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Forgetting</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Forgetting schedule ran</source>
        <translation>Vergessensplan ausgeführt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Forgetting schedule: what fades when it is not recalled</source>
        <translation>Vergessensplan: was verblasst, wenn es nicht abgerufen wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Forgetting {memories}</source>
        <translation>{memories} werden vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Forgetting {message}</source>
        <translation>{message} werden vergessen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Forgot {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung vergessen</numerusform>
            <numerusform>{n} Erinnerungen vergessen</numerusform>
        </translation>
        <extra-many>Forgot {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Forgot {what}.</source>
        <translation>{what} vergessen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Forgot {what}{more}.</source>
        <translation>{what}{more} vergessen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Forgotten</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Forgotten below a salience of</source>
        <translation>Vergessen unter einer Salienz von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Forgotten memories, the history, what waits in Review, statistics and settings are in no export. Selected memories come alone.</source>
        <translation>Vergessene Erinnerungen, der Verlauf, was in der Prüfung wartet, Statistik und Einstellungen sind in keinem Export. Ausgewählte Erinnerungen kommen allein.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Forgotten or superseded</source>
        <translation>Vergessen oder ersetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>Found by a part of its text, in the first {k}</source>
        <translation>Über einen Teil des Textes gefunden, unter den ersten {k}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Freshness</source>
        <translation>Aktualität</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/conversations.py"/>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>From Search</source>
        <translation>Aus der Suche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>From a filter…</source>
        <translation>Aus einem Filter…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>From centre</source>
        <translation>Vom Mittelpunkt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>From now on, “Since you last looked” begins here</source>
        <translation>Ab jetzt beginnt hier „Seit dem letzten Besuch“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>From previous month</source>
        <translation>Vom Vormonat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>From related memories that are in no assembly yet; each can be undone, and is then not made again.</source>
        <translation>Aus verwandten Erinnerungen, die in noch keinem Verband sind; jeder lässt sich rückgängig machen und entsteht dann nicht wieder.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>From the map</source>
        <translation>Aus der Karte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>From when</source>
        <translation>Ab wann</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/theme.py"/>
        <source>Fusion</source>
        <translation>Fusion</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Gate settings…</source>
        <translation>Schleusen einstellen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Gates check everything that comes in for personal data, instructions to the model and duplicates. What a gate holds back waits here for your decision, with the reason.</source>
        <translation>Schleusen prüfen alles, was hereinkommt, auf persönliche Daten, Anweisungen an das Modell und Dubletten. Was eine Schleuse zurückhält, wartet hier mit dem Grund auf eine Entscheidung.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Gates: what comes in</source>
        <translation>Schleusen: was hereinkommt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Generated from</source>
        <translation>Erzeugt aus</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Generated memories come back only when they are this old; 0 is at once.</source>
        <translation>Erzeugte Erinnerungen kommen erst zurück, wenn sie so alt sind; 0 ist sofort.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Give the agent a name first.</source>
        <translation>Dem Agenten zuerst einen Namen geben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Given by {giver}; what is read from words does not replace it</source>
        <translation>Angegeben von {giver}; aus Wörtern Gelesenes ersetzt es nicht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/go_to_date.py"/>
        <source>Go</source>
        <translation>Los</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Go back to the model before</source>
        <translation>Zum vorigen Modell zurückkehren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Go back to the old model</source>
        <translation>Zum alten Modell zurückkehren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Go on</source>
        <translation>Fortfahren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_dialogs.py"/>
        <source>Go on without them</source>
        <translation>Ohne sie fortfahren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_dialogs.py"/>
        <source>Go on without them…</source>
        <translation>Ohne sie fortfahren…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Go to a memory, assembly, conversation or vault</source>
        <translation>Gehe zu einer Erinnerung, einem Verband, einem Gespräch oder einem Tresor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/go_to_date.py"/>
        <source>Go to date</source>
        <translation>Gehe zum Datum</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Go to date…</source>
        <translation>Gehe zum Datum…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Goal reached (inferred)</source>
        <translation>Ziel erreicht (erschlossen)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>Group by kind</source>
        <translation>Nach Art gruppieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>Group by layer</source>
        <translation>Nach Schicht gruppieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>Group by month</source>
        <translation>Nach Monat gruppieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>Group by source</source>
        <translation>Nach Quelle gruppieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>Group by status</source>
        <translation>Nach Status gruppieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>Group by user</source>
        <translation>Nach Nutzer gruppieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <source>Group {group}: {number}, folded</source>
        <translation>Gruppe {group}: {number}, zugeklappt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <source>Group {group}: {number}, unfolded</source>
        <translation>Gruppe {group}: {number}, aufgeklappt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>Groups of settings</source>
        <translation>Gruppen von Einstellungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Growth</source>
        <translation>Wachstum</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>Growth as a table</source>
        <translation>Wachstum als Tabelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>Growth of the memories, newest first</source>
        <translation>Wachstum der Erinnerungen, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <source>Guided tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Half-life of salience</source>
        <translation>Halbwertszeit der Salienz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Have a job done now, for the users that are chosen beside it</source>
        <translation>Einen Auftrag jetzt ausführen, für die daneben gewählten Nutzer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Have the chosen job, which was not done, done now</source>
        <translation>Den gewählten Auftrag, der nicht ausgeführt wurde, jetzt ausführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Healthy</source>
        <translation>In Ordnung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Held</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Held back</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Held back for</source>
        <translation>Zurückgehalten wegen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Held back for review: {reason}</source>
        <translation>Zur Durchsicht zurückgehalten: {reason}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Held back for review: {reason} Nothing was changed.</source>
        <translation>Zur Durchsicht zurückgehalten: {reason} Nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Hidden characters, instructions to the model, runs of one character, or data instead of text.</source>
        <translation>Verborgene Zeichen, Anweisungen an das Modell, Ketten eines Zeichens oder Daten statt Text.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Hide token</source>
        <translation>Token verbergen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>History and undo</source>
        <translation>Verlauf und Rückgängig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/history_tab.py"/>
        <source>History of the memory</source>
        <translation>Verlauf der Erinnerung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Hit@{k}</source>
        <translation>Treffer@{k}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Hits</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Hits by mode and layer; the same numbers stand in the table below</source>
        <translation>Treffer nach Modus und Schicht; dieselben Zahlen stehen in der Tabelle darunter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Hold for review</source>
        <translation>Zurückhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Home</source>
        <translation>Start</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How alike a question and a turn must be at least for the turn to be found, unless the question says so.</source>
        <translation>Wie ähnlich Frage und Gesprächsschritt mindestens sein müssen, damit er gefunden wird, sofern die Frage nichts anderes sagt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How alike an assembly and a query must be for the assembly to lift its members.</source>
        <translation>Wie ähnlich Verband und Anfrage sein müssen, damit der Verband seine Mitglieder anhebt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>How alike the least alike sources were; a merge is suggested from {threshold}</source>
        <translation>Wie ähnlich die am wenigsten ähnlichen Quellen waren; ab {threshold} wird eine Zusammenführung vorgeschlagen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How alike the memories must be to their middle, on average.</source>
        <translation>Wie ähnlich die Erinnerungen ihrer Mitte im Durchschnitt sein müssen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How alike two assemblies must be to be suggested for a merge.</source>
        <translation>Wie ähnlich zwei Verbände sein müssen, damit ihre Zusammenführung vorgeschlagen wird.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How alike two memories must be to be listed as possible duplicates or conflicts.</source>
        <translation>Wie ähnlich zwei Erinnerungen sein müssen, um als mögliche Dublette oder Widerspruch gelistet zu werden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>How an agent connects</source>
        <translation>Wie sich ein Agent verbindet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>How each user remembers</source>
        <translation>Wie sich jeder Nutzer erinnert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>How far the projection is</source>
        <translation>Wie weit die Projektion ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>How it is related</source>
        <translation>Wie es zusammenhängt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>How it went</source>
        <translation>Wie es ging</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How long fading takes to halve a salience.</source>
        <translation>Wie lange das Verblassen braucht, um eine Salienz zu halbieren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>How many hits count</source>
        <translation>Wie viele Treffer zählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How many items the working memory of a conversation holds. With fewer than before, the weakest leave at once.</source>
        <translation>Wie viele Einträge das Arbeitsgedächtnis eines Gesprächs hält. Bei weniger als zuvor weichen die schwächsten sofort.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>How many links from the concept in the middle</source>
        <translation>Wie viele Verknüpfungen vom Begriff in der Mitte aus</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How many memories a context holds at the most, if the token budget lets them in.</source>
        <translation>Wie viele Erinnerungen ein Kontext höchstens enthält, wenn das Token-Budget sie zulässt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>How many memories are due by month</source>
        <translation>Wie viele Erinnerungen je Monat fällig sind</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>How many memories are due by month; the same numbers stand in the table beside it</source>
        <translation>Wie viele Erinnerungen je Monat fällig sind; dieselben Zahlen stehen in der Tabelle daneben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>How many memories there are</source>
        <translation>Wie viele Erinnerungen es gibt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How many messages of the conversation a context begins with.</source>
        <translation>Mit wie vielen Nachrichten des Gesprächs ein Kontext beginnt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>How many steps from the centre; 0 for any number</source>
        <translation>Wie viele Schritte von der Mitte aus; 0 für beliebig viele</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How many turns a question finds, unless it says so.</source>
        <translation>Wie viele Gesprächsschritte eine Frage findet, sofern sie nichts anderes sagt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>How memory does: what fades, what is protected</source>
        <translation>Wie es um das Gedächtnis steht: was verblasst, was geschützt ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How much farther than usual the five nearest memories are, in standard deviations.</source>
        <translation>Wie viel weiter als üblich die fünf nächsten Erinnerungen entfernt sind, in Standardabweichungen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How much of the best score a member gets from an assembly that matches the query wholly; 0 is none.</source>
        <translation>Welchen Anteil des besten Scores ein Mitglied von einem Verband bekommt, der ganz zur Anfrage passt; 0 ist keiner.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How much of the best score a memory gains, at the most, by having been found useful, or loses.</source>
        <translation>Welchen Anteil des besten Scores eine Erinnerung höchstens gewinnt, weil sie nützlich war, oder verliert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How much of the best score a memory of salience 1 gains, and one of salience 0 loses; a new one has 0.5.</source>
        <translation>Welchen Anteil des besten Scores eine Erinnerung mit Salienz 1 gewinnt und eine mit Salienz 0 verliert; eine neue hat 0,5.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>How much the thought matters, 0 to 1. What matters enough becomes an episode; see Preferences.</source>
        <translation>Wie wichtig der Gedanke ist, 0 bis 1. Was wichtig genug ist, wird zur Episode; siehe Einstellungen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>How often, when the server does not answer or is busy.</source>
        <translation>Wie oft, wenn der Server nicht antwortet oder beschäftigt ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>How pleasant: -1 is unpleasant, 0 neutral, 1 pleasant.</source>
        <translation>Wie angenehm: -1 ist unangenehm, 0 neutral, 1 angenehm.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>How relevant it is to the user</source>
        <translation>Wie wichtig es für den Nutzer ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>How the assistant &amp;responded</source>
        <translation>Wie der Assistent &amp;antwortete</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>How the assistant responded</source>
        <translation>Wie der Assistent antwortete</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>How the centre of the embeddings moves, month by month</source>
        <translation>Wie sich der Mittelpunkt der Einbettungen von Monat zu Monat bewegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>How they remember</source>
        <translation>Wie sie sich erinnern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures_page.py"/>
        <source>How things are done</source>
        <translation>Wie etwas getan wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>How things are done: procedures and skills</source>
        <translation>Wie etwas getan wird: Abläufe und Fähigkeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>How we&amp;ll it worked</source>
        <translation>Wie &amp;gut es half</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>How well</source>
        <translation>Wie gut</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>How well does recall work for you?</source>
        <translation>Wie gut funktioniert der Abruf?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>How well it worked</source>
        <translation>Wie gut es half</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>How well the response worked</source>
        <translation>Wie gut die Antwort wirkte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>How well the user has mastered it</source>
        <translation>Wie gut der Nutzer es beherrscht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/lab/runs_plot.py"/>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Hybrid</source>
        <translation>Hybrid</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>IMPROVEMENTS</source>
        <translation>VERBESSERUNGEN</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>If it fails, tr&amp;y in this order</source>
        <translation>Wenn es misslingt, in dieser Reihenfolge &amp;versuchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>If it fails: {description}</source>
        <translation>Wenn es misslingt: {description}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>If that fails: </source>
        <translation>Wenn das misslingt: </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>If turns have come since the last run, and it was so long ago. 0: never by the clock.</source>
        <translation>Wenn seit dem letzten Lauf Gesprächsschritte kamen und er so lange her ist. 0: nie nach der Uhr.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Impor&amp;ts…</source>
        <translation>Im&amp;porte…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>Import an export</source>
        <translation>Export importieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Import failed</source>
        <translation>Import fehlgeschlagen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Import finished</source>
        <translation>Import abgeschlossen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Import paused</source>
        <translation>Import angehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Import questions</source>
        <translation>Fragen importieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Import questions…</source>
        <translation>Fragen importieren…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Import stopped</source>
        <translation>Import gestoppt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Import waits</source>
        <translation>Import wartet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Import went on</source>
        <translation>Import fortgesetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Import your history</source>
        <translation>Eigene Gespräche importieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Import {what}</source>
        <translation>{what} importieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Importance</source>
        <translation>Wichtigkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Importing questions</source>
        <translation>Fragen werden importiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/session.py"/>
        <source>Importing {names}</source>
        <translation>{names} wird importiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/session.py"/>
        <source>Importing {names}: {item}</source>
        <translation>{names} wird importiert: {item}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Importing…</source>
        <translation>Wird importiert…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Imports</source>
        <translation>Importe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Imports, newest first</source>
        <translation>Importe, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>In the &amp;background</source>
        <translation>Im &amp;Hintergrund</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>In the log only</source>
        <translation>Nur im Protokoll</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>In this vault</source>
        <translation>In diesem Tresor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>In use: {in_use}. Another model is embedded beside it, and compared on your own queries, before anything changes.</source>
        <translation>In Gebrauch: {in_use}. Ein anderes Modell wird daneben eingebettet und an eigenen Anfragen verglichen, bevor sich etwas ändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Include superseded and forgotten memories</source>
        <translation>Ersetzte und vergessene Erinnerungen einbeziehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Index files</source>
        <translation>Indexdateien</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Index files are verified within</source>
        <translation>Indexdateien werden geprüft innerhalb von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <source>Indexed</source>
        <translation>Indiziert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Inspector tabs</source>
        <translation>Karteikarten des Inspektors</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Intensity</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Interaction</source>
        <translation>Zusammenspiel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>Into “{name}”.</source>
        <translation>In „{name}“.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Is the new model better for you?</source>
        <translation>Ist das neue Modell besser?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>It applies no more; it stays in the history, and Undo brings it back</source>
        <translation>Er gilt nicht mehr; er bleibt im Verlauf, und Rückgängig holt ihn zurück</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>It applies to &amp;requests such as</source>
        <translation>&amp;Gilt für Wünsche wie</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>It asks for nothing that has to be known</source>
        <translation>Es muss nichts bekannt sein</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>It brought nothing.</source>
        <translation>Er brachte nichts.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>It does not pass</source>
        <translation>Nicht bestanden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>It ends at its next piece; what it has done stays</source>
        <translation>Er endet beim nächsten Teil; was getan ist, bleibt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>It failed</source>
        <translation>Misslungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>It finds what is worth keeping in turns. Rules do that otherwise, and whenever it does not answer or answers nonsense.</source>
        <translation>Es findet, was an Gesprächsschritten behaltenswert ist. Sonst tun das Regeln, auch wenn es nicht oder Unsinn antwortet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>It goes on in the background, and after a restart. Searches do not change meanwhile.</source>
        <translation>Es geht im Hintergrund weiter, auch nach einem Neustart. Suchen ändern sich währenddessen nicht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>It has no triggers: it is offered only when it is looked for</source>
        <translation>Er hat keine Auslöser: er wird nur angeboten, wenn nach ihm gesucht wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>It has not been run yet.</source>
        <translation>Er ist noch nicht gelaufen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>It is asked in the background about each new text, so nothing waits for it; what it flags is taken out and waits in Review. Texts are sent to the address above.</source>
        <translation>Es wird im Hintergrund zu jedem neuen Text gefragt, nichts wartet also darauf; was es beanstandet, wird herausgenommen und wartet in der Durchsicht. Die Texte gehen an die Adresse oben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>It is forgotten, and not made again from the same words; Undo brings it back</source>
        <translation>Es wird vergessen und aus denselben Wörtern nicht wieder gemacht; Rückgängig holt es zurück</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>It is forgotten; it stays in the history, and Undo brings it back</source>
        <translation>Es wird vergessen; es bleibt im Verlauf, und Rückgängig holt es zurück</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>It is held back for review.</source>
        <translation>Zur Durchsicht zurückgehalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>It is not on this computer. {how_big} will be fetched from huggingface.co; nothing of your memories is sent. An interrupted download resumes.</source>
        <translation>Es ist nicht auf diesem Computer. {how_big} werden von huggingface.co geholt; nichts von den Erinnerungen wird gesendet. Ein unterbrochener Download wird fortgesetzt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>It is revoked: its calls are refused as it is</source>
        <translation>Er ist widerrufen: seine Aufrufe werden ohnehin abgewiesen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>It is revoked: off the list it could connect again</source>
        <translation>Er ist widerrufen: ohne den Listeneintrag könnte er sich wieder verbinden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>It keeps its kind: it has fields of its own</source>
        <translation>Die Art bleibt: sie hat eigene Felder</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>It matches no more; it stays in the history, and Undo brings it back</source>
        <translation>Sie passt nicht mehr; sie bleibt im Verlauf, und Rückgängig holt sie zurück</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>It opens the sample vault, and shows in a few steps what is where</source>
        <translation>Öffnet den Beispieltresor und zeigt in wenigen Schritten, was wo ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>It passes</source>
        <translation>Bestanden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>It reads turns for summaries and writes digests; their texts are sent to its address.</source>
        <translation>Es liest Gesprächsschritte für Zusammenfassungen und schreibt Kurzfassungen; deren Texte gehen an seine Adresse.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>It says</source>
        <translation>Aussage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>It shows the memories that have a vector, near those that mean the like.</source>
        <translation>Zeigt die Erinnerungen, die einen Vektor haben, nahe bei denen, die Ähnliches bedeuten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <source>It takes in the memories that fit now. What is added to the vault later does not join by itself.</source>
        <translation>Nimmt die Erinnerungen auf, die jetzt passen. Was später in den Tresor kommt, kommt nicht von selbst hinzu.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>It was not written: {error}</source>
        <translation>Nicht geschrieben: {error}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>It works while this vault is open. The token in it is a password: whoever has it can use the vault.</source>
        <translation>Funktioniert, solange dieser Tresor offen ist. Das enthaltene Token ist ein Passwort: wer es hat, kann den Tresor nutzen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Item</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Items</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Items fade every</source>
        <translation>Einträge verblassen alle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>Items in no conversation ({others})</source>
        <translation>Einträge in keinem Gespräch ({others})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <source>Items of the board</source>
        <translation>Einträge der Tafel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Items of the board, as a table</source>
        <translation>Einträge der Tafel als Tabelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Items that the gates held back</source>
        <translation>Von den Schleusen zurückgehaltene Einträge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Items waiting for vectors</source>
        <translation>Einträge, die auf Vektoren warten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>Its first words, if left empty</source>
        <translation>Seine ersten Wörter, wenn leer gelassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>Its labels: {kept}.</source>
        <translation>Angaben: {kept}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Its members are shown here in their order.</source>
        <translation>Die Mitglieder stehen hier in ihrer Reihenfolge.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Its name:</source>
        <translation>Name:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>Its newest changes cannot be read and are set aside.</source>
        <translation>Die neuesten Änderungen sind nicht lesbar und werden beiseitegelegt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Its score</source>
        <translation>Ihr Score</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Its score in that search: hit {rank}</source>
        <translation>Ihr Score in jener Suche: Treffer {rank}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Its thread, “{thread}”, is no conversation: nobody is named as the author of its texts.</source>
        <translation>Ihr Thread „{thread}“ ist kein Gespräch: niemand ist als Urheber seiner Texte genannt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/export.py"/>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>JSON lines</source>
        <translation>JSON-Zeilen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>Job added for {user}. Background work lists its result.</source>
        <translation>Auftrag für {user} hinzugefügt. Das Ergebnis steht unter Hintergrundarbeit.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Jobs and signals are those of now, whatever moment you look at.</source>
        <translation>Aufträge und Signale sind immer die von jetzt, gleich welcher Zeitpunkt angesehen wird.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Jobs run in the background, one at a time.</source>
        <translation>Aufträge laufen im Hintergrund, einer nach dem anderen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>KEEP IN MIND</source>
        <translation>IM AUGE BEHALTEN</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Keep a log of recalls</source>
        <translation>Abrufe protokollieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/meanwhile.py"/>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Keep both</source>
        <translation>Beide behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Keep both, and do not ask about them again</source>
        <translation>Beide behalten und nicht wieder danach fragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/unsaved.py"/>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Keep in mind</source>
        <translation>Im Auge behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Keep in mind: {limits}</source>
        <translation>Im Auge behalten: {limits}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Keep in the tray when the window is closed</source>
        <translation>Im Infobereich bleiben, wenn das Fenster geschlossen wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Keep it twice</source>
        <translation>Zweimal behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/meanwhile.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Keep mine</source>
        <translation>Meine behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Keep new</source>
        <translation>Neues behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Keep old</source>
        <translation>Altes behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Keep the newer</source>
        <translation>Neuere behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Keep the older</source>
        <translation>Ältere behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Keep, with a note</source>
        <translation>Behalten, mit Vermerk</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Keeps</source>
        <translation>Bewahrt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Keeps neighbours together (t-SNE); takes a minute</source>
        <translation>Hält Nachbarn beisammen (t-SNE); dauert eine Minute</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Kept both</source>
        <translation>Beide behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Kept both of {pair}{first}. They will not be listed again.</source>
        <translation>Beide von {pair}{first} behalten. Sie werden nicht wieder gelistet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>Kept both.</source>
        <translation>Beide behalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Kept of every topic</source>
        <translation>Behalten je Thema</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Kept the new</source>
        <translation>Neuen behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Kept the old</source>
        <translation>Alten behalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>Kept what came later.</source>
        <translation>Was später kam, behalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>Kept what was known before.</source>
        <translation>Was zuvor bekannt war, behalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>Key of the command</source>
        <translation>Taste des Befehls</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Keys and passwords; e-mail, IP and street addresses; phone, card, account, passport and personal numbers.</source>
        <translation>Schlüssel und Passwörter; E-Mail-, IP- und Postadressen; Telefon-, Karten-, Konto-, Pass- und Personennummern.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Keyword index</source>
        <translation>Stichwortindex</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Keyword index: {reached}</source>
        <translation>Stichwortindex: {reached}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Keyword matches</source>
        <translation>Stichworttreffer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/lab/runs_plot.py"/>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Keywords and meaning are searched together. To narrow a search:</source>
        <translation>Stichwörter und Bedeutung werden zusammen durchsucht. Eine Suche eingrenzen:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Keywords and meaning combined by rank alone: 1 / (60 + rank)</source>
        <translation>Stichwörter und Bedeutung allein nach Rang kombiniert: 1 / (60 + Rang)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Keywords and meaning together, and the turns around a match in its conversation</source>
        <translation>Stichwörter und Bedeutung zusammen, und die Gesprächsschritte um einen Treffer herum</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <location filename="../../memory_desktop/models/facets.py"/>
        <location filename="../../memory_desktop/models/lineage_table.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/memories/in_place.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_dialog.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Kind {kind}</source>
        <translation>Art {kind}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Kind: {kind}</source>
        <translation>Art: {kind}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Kinds</source>
        <translation>Arten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Kind…</source>
        <translation>Art…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Knowledge</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Known</source>
        <translation>Bekannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Known before</source>
        <translation>Zuvor bekannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Known before of {name}</source>
        <translation>Vorher bekannt zu {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Known: {values}</source>
        <translation>Bekannt: {values}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Labelled queries</source>
        <translation>Markierte Anfragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Labelled {query}.</source>
        <translation>{query} markiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Labelled “{query}” with {memories}.</source>
        <translation>„{query}“ mit {memories} markiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Labels</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Labels edited</source>
        <translation>Angaben bearbeitet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/language_page.py"/>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Language model: who may help</source>
        <translation>Sprachmodell: wer helfen darf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/language_page.py"/>
        <source>Language of the window</source>
        <translation>Sprache des Fensters</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/conversations.py"/>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Last 12 months</source>
        <translation>Letzte 12 Monate</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/periods.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/periods.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Last change</source>
        <translation>Letzte Änderung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Last check of log, records and indexes</source>
        <translation>Letzte Prüfung von Protokoll, Datensätzen und Indizes</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Last checked {when}</source>
        <translation>Zuletzt geprüft: {when}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>Last day</source>
        <translation>Letzter Tag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Last error</source>
        <translation>Letzter Fehler</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Last error: {last_error}</source>
        <translation>Letzter Fehler: {last_error}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Last messages in a context</source>
        <translation>Letzte Nachrichten in einem Kontext</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Last run</source>
        <translation>Letzter Lauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Latest runs: {signs}</source>
        <translation>Letzte Läufe: {signs}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Latest signals</source>
        <translation>Neueste Signale</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Latest signals, newest first</source>
        <translation>Neueste Signale, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/facets.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/lab/runs_plot.py"/>
        <location filename="../../memory_desktop/ui/layers/layers_view.py"/>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Layers filled</source>
        <translation>Schichten gefüllt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>Layers puts several searches together. Choose another mode to see what cut it.</source>
        <translation>„Schichten“ fasst mehrere Suchen zusammen. Ein anderer Modus zeigt, was sie aussortiert hat.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Layers: what counts in an answer over all of them</source>
        <translation>Schichten: was in einer Antwort über alle zählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Learn facts from the conversations and fill the layers, in the background</source>
        <translation>Fakten aus den Gesprächen lernen und die Schichten füllen, im Hintergrund</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Learn from imports</source>
        <translation>Aus Importen lernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Learn from turns</source>
        <translation>Aus Gesprächsschritten lernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>Learn from what was said</source>
        <translation>Lernen aus dem, was gesagt wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Learn {title} from turns</source>
        <translation>Aus Gesprächsschritten lernen: {title}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Learned 22,000 memories</source>
        <translation>22.000 Erinnerungen gelernt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_plot.py"/>
        <source>Learned upwards, removed downwards. The button above shows the same as a table.</source>
        <translation>Gelerntes nach oben, Entferntes nach unten. Die Schaltfläche darüber zeigt dasselbe als Tabelle.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Learned {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung gelernt</numerusform>
            <numerusform>{n} Erinnerungen gelernt</numerusform>
        </translation>
        <extra-many>Learned {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Learned: {memory}</source>
        <translation>Gelernt: {memory}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_plot.py"/>
        <source>Learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Leave it out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Left out of the last import</source>
        <translation>Im letzten Import ausgelassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Legend: colours, and their memories</source>
        <translation>Legende: Farben und ihre Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Let a language model help</source>
        <translation>Ein Sprachmodell helfen lassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Let agents connect over HTTP</source>
        <translation>Agenten über HTTP verbinden lassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Let agents go on</source>
        <translation>Agenten weitermachen lassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Let it go on</source>
        <translation>Weitermachen lassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Let it in again</source>
        <translation>Wieder zulassen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Let memories fade in {n} run</source>
        <translation>
            <numerusform>Erinnerungen in {n} Lauf verblassen lassen</numerusform>
            <numerusform>Erinnerungen in {n} Läufen verblassen lassen</numerusform>
        </translation>
        <extra-many>Let memories fade in {n} runs</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Let programs ask it through this one</source>
        <translation>Programme darüber fragen lassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Let them fade</source>
        <translation>Verblassen lassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Let them fade, then forget them</source>
        <translation>Verblassen lassen, dann vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/about_dialog.py"/>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Lift of members</source>
        <translation>Anhebung der Mitglieder</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Lifts its members in recall.</source>
        <translation>Hebt seine Mitglieder beim Abruf an.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Lifts its members in recall; its vector is about to be verified again.</source>
        <translation>Hebt seine Mitglieder beim Abruf an; sein Vektor wird in Kürze erneut geprüft.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Lifts nothing now: its vector was not verified lately, or its members changed.</source>
        <translation>Hebt jetzt nichts an: sein Vektor wurde länger nicht geprüft, oder seine Mitglieder haben sich geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Lifts nothing yet: it has no vector.</source>
        <translation>Hebt noch nichts an: er hat keinen Vektor.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Likes and dislikes</source>
        <translation>Vorlieben und Abneigungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <location filename="../../memory_desktop/ui/lineage/export.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Lineage</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Links</source>
        <translation>Verknüpfungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>List gaps</source>
        <translation>Lücken auflisten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Listed among the improvements; may be empty</source>
        <translation>Steht bei den Verbesserungen; darf leer sein</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>List’s score</source>
        <translation>Score der Liste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Little speaks for what was found.</source>
        <translation>Für das Gefundene spricht wenig.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Live feed</source>
        <translation>Laufende Aufrufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <source>Loading</source>
        <translation>Wird geladen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Local folder…</source>
        <translation>Lokaler Ordner…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Longer than that is a failure, and rules do the work.</source>
        <translation>Länger gilt als Fehlschlag, und Regeln übernehmen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Look at pairs from a similarity of</source>
        <translation>Paare ansehen ab einer Ähnlichkeit von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Look for recurring topics, names that go together, times of day and repeated corrections.</source>
        <translation>Nach wiederkehrenden Themen, zusammen genannten Namen, Tageszeiten und wiederholten Korrekturen suchen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Look for what a user corrected.</source>
        <translation>Nach dem suchen, was ein Nutzer korrigiert hat.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Looking…</source>
        <translation>Wird gesucht…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_dialogs.py"/>
        <source>Lost events</source>
        <translation>Verlorene Ereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Lowers salience as if this much time had passed: it halves with each half-life (see Preferences).</source>
        <translation>Senkt die Salienz, als wäre so viel Zeit vergangen: sie halbiert sich mit jeder Halbwertszeit (siehe Einstellungen).</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>M&amp;inutes on this topic</source>
        <translation>M&amp;inuten bei diesem Thema</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>M&amp;isconceptions, one a line</source>
        <translation>&amp;Missverständnisse, eines je Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>MCP memory.jsonl</source>
        <translation>MCP memory.jsonl</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Made</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <source>Made by hand</source>
        <translation>Von Hand angelegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <source>Made by {removeprefix}</source>
        <translation>Angelegt von {removeprefix}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Made of</source>
        <translation>Besteht aus</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Made of {parts}</source>
        <translation>Ergibt sich aus {parts}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Made {created_at} by {actor}, changed {updated_at}</source>
        <translation>Angelegt {created_at} von {actor}, geändert {updated_at}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Made {n} change</source>
        <translation>
            <numerusform>{n} Änderung vorgenommen</numerusform>
            <numerusform>{n} Änderungen vorgenommen</numerusform>
        </translation>
        <extra-many>Made {n} changes</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Make a better projection of the map</source>
        <translation>Eine bessere Projektion der Karte berechnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Make a token for it alone</source>
        <translation>Ein eigenes Token dafür anlegen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Make assemblies automatically</source>
        <translation>Verbände automatisch bilden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Make one before an import, a rollback, a repair and a change of model.</source>
        <translation>Eine anlegen vor einem Import, einem Zurücksetzen, einer Reparatur und einem Modellwechsel.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Make private</source>
        <translation>Nur für mich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Make the map anew from the memories of now</source>
        <translation>Die Karte aus den jetzigen Erinnerungen neu zeichnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/canvas.py"/>
        <source>Map of the embedding space; its regions stand in the table</source>
        <translation>Karte des Einbettungsraums; ihre Gebiete stehen in der Tabelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Mark as seen</source>
        <translation>Als gesehen markieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Markdown notes</source>
        <translation>Markdown-Notizen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Marked useful or not</source>
        <translation>Als nützlich oder nicht markiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Marked {quoted} as {verdict}. Recall score {quick_recal_score}.</source>
        <translation>{quoted} als {verdict} markiert. Abrufwert {quick_recal_score}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Matches</source>
        <translation>Passt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/palette.py"/>
        <source>Matching commands</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Mean effectiveness from 0 to 1, where it was measured: as somebody said, or as the mood changed then</source>
        <translation>Mittlere Wirksamkeit von 0 bis 1, wo sie gemessen wurde: nach Angabe oder danach, wie sich die Stimmung änderte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/lab/runs_plot.py"/>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/runs_plot.py"/>
        <source>Meaning, exact</source>
        <translation>Bedeutung, exakt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/member_list.py"/>
        <source>Members of the selected assembly</source>
        <translation>Mitglieder des ausgewählten Verbands</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>Members of the selected suggestion</source>
        <translation>Mitglieder des ausgewählten Vorschlags</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>Members, and which of the assemblies have them</source>
        <translation>Mitglieder und welche der Verbände sie haben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/places.py"/>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/memories/table.py"/>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <source>Memories and Search show the present.</source>
        <translation>Erinnerungen und Suche zeigen die Gegenwart.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <source>Memories and Search show this moment, read-only.</source>
        <translation>Erinnerungen und Suche zeigen diesen Zeitpunkt, nur zum Lesen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_dialog.py"/>
        <source>Memories found</source>
        <translation>Gefundene Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <source>Memories found for the question</source>
        <translation>Zur Frage gefundene Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_plot.py"/>
        <source>Memories learned (upwards) and removed (downwards)</source>
        <translation>Erinnerungen, gelernt (nach oben) und entfernt (nach unten)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Memories of the call</source>
        <translation>Erinnerungen des Aufrufs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Memories of this salience or more are never evicted.</source>
        <translation>Erinnerungen mit dieser oder höherer Salienz werden nie verdrängt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>Memories that are alike and in no assembly yet are suggested here, and assemblies that are nearly the same. They are compared by their vectors.</source>
        <translation>Ähnliche Erinnerungen, die in noch keinem Verband sind, werden hier vorgeschlagen, ebenso fast gleiche Verbände. Verglichen wird nach Vektoren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Memories that are not recalled for long are listed here.</source>
        <translation>Erinnerungen, die lange nicht abgerufen wurden, stehen hier.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Memories that are purged</source>
        <translation>Erinnerungen, die endgültig gelöscht werden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_dialogs.py"/>
        <source>Memories that can still be read are saved to a file in the vault's folder, which can be imported. Vectors, keywords and snapshots of the lost events are removed. The history says what was lost. If you have a newer copy of the vault, cancel and put that back first.</source>
        <translation>Noch lesbare Erinnerungen werden in einer Datei im Ordner des Tresors gespeichert, die sich importieren lässt. Vektoren, Stichwörter und Momentaufnahmen der verlorenen Ereignisse werden entfernt. Der Verlauf sagt, was verloren ging. Gibt es eine neuere Kopie des Tresors, dann abbrechen und zuerst diese zurückspielen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Memories that say nearly the same, or contradict each other, are listed here.</source>
        <translation>Erinnerungen, die fast dasselbe sagen oder sich widersprechen, stehen hier.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <source>Memories that were never recalled</source>
        <translation>Nie abgerufene Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/health/memory_rows.py"/>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/related_tab.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_dialog.py"/>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Memory Desktop</source>
        <translation>Memory Desktop</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/about_dialog.py"/>
        <source>Memory Desktop is licensed under the Apache License, Version 2.0.

It runs in the Python that it was started with; the licences of the packages that it uses are with each package (“pip show --files NAME” tells where). Qt for Python is used under the LGPL v3, as libraries that can be replaced. The icons are from the Material Design Icons (Apache License, Version 2.0). The embedding model that comes with the program was distilled from all-MiniLM-L6-v2 (Apache License, Version 2.0).</source>
        <translation>Memory Desktop steht unter der Apache License, Version 2.0.

Es läuft in dem Python, mit dem es gestartet wurde; die Lizenzen der verwendeten Pakete liegen bei jedem Paket („pip show --files NAME“ sagt, wo). Qt for Python wird unter der LGPL v3 genutzt, als austauschbare Bibliotheken. Die Symbole stammen aus den Material Design Icons (Apache License, Version 2.0). Das mitgelieferte Einbettungsmodell wurde aus all-MiniLM-L6-v2 destilliert (Apache License, Version 2.0).</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/about_dialog.py"/>
        <source>Memory Desktop {version}</source>
        <translation>Memory Desktop {version}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Memory entries</source>
        <translation>Gedächtniseinträge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Merge abandoned</source>
        <translation>Zusammenführung aufgegeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Merge assemblies…</source>
        <translation>Verbände zusammenführen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Merge facts that say the same</source>
        <translation>Fakten zusammenführen, die dasselbe sagen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Merge finished</source>
        <translation>Zusammenführung abgeschlossen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Merge or dissolve them.</source>
        <translation>Zusammenführen oder auflösen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Merge redone</source>
        <translation>Zusammenführung wiederholt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Merge started</source>
        <translation>Zusammenführung begonnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Merge undone</source>
        <translation>Zusammenführung rückgängig gemacht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Merge went on</source>
        <translation>Zusammenführung fortgesetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>Merge {assembly}</source>
        <translation>{assembly} zusammenführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>Merge {memories} memories</source>
        <translation>{memories} Erinnerungen zusammenführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>Merge “{name}” and “{name2}”</source>
        <translation>„{name}“ und „{name2}“ zusammenführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>Merged</source>
        <translation>Zusammengeführt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Merged from 2 assemblies</source>
        <translation>Zusammengeführt aus 2 Verbänden</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>Merged from {n} assembly</source>
        <translation>
            <numerusform>Zusammengeführt aus {n} Verband</numerusform>
            <numerusform>Zusammengeführt aus {n} Verbänden</numerusform>
        </translation>
        <extra-many>Merged from {n} assemblies</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>Merged from {n} memory</source>
        <translation>
            <numerusform>Zusammengeführt aus {n} Erinnerung</numerusform>
            <numerusform>Zusammengeführt aus {n} Erinnerungen</numerusform>
        </translation>
        <extra-many>Merged from {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>Merged text</source>
        <translation>Zusammengeführter Text</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Merged {assembly} into “{name}”.</source>
        <translation>{assembly} zu „{name}“ zusammengeführt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Merged {memories} into {quoted}.{waits}</source>
        <translation>{memories} zu {quoted} zusammengeführt.{waits}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Merges</source>
        <translation>Zusammenführungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>Merges, newest first, each followed by what it was merged from</source>
        <translation>Zusammenführungen, neueste zuerst, jeweils gefolgt von ihren Quellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Merge…</source>
        <translation>Zusammenführen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Merging</source>
        <translation>Wird zusammengeführt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/thread_table.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/window/banner.py"/>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/conversations.py"/>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Messages of the turn</source>
        <translation>Nachrichten des Gesprächsschritts</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Meta</source>
        <translation>Meta</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Metadata:</source>
        <translation>Metadaten:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Migrated</source>
        <translation>Umgestellt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Model for replies</source>
        <translation>Modell für Antworten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Model that made the vectors</source>
        <translation>Modell, das die Vektoren berechnet hat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Model: {model_version}{outside}</source>
        <translation>Modell: {model_version}{outside}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>Month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Mood</source>
        <translation>Stimmung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Moods are other memories that came with a valence and an arousal.{newest}</source>
        <translation>Stimmungen sind andere Erinnerungen, die mit Valenz und Erregung kamen.{newest}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>More about the turn</source>
        <translation>Mehr zum Gesprächsschritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>More of {what}</source>
        <translation>Weitere: {what}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>More than {most_items} at once are undone in History.</source>
        <translation>Mehr als {most_items} auf einmal werden im Verlauf rückgängig gemacht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>More:</source>
        <translation>Weiteres:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Most active memories</source>
        <translation>Aktive Erinnerungen höchstens</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Most at once</source>
        <translation>Höchstens auf einmal</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Most calls a minute</source>
        <translation>Aufrufe je Minute höchstens</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Most items on a board</source>
        <translation>Einträge auf einer Tafel höchstens</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Most memories in a context</source>
        <translation>Erinnerungen in einem Kontext höchstens</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <source>Most recalled</source>
        <translation>Am häufigsten abgerufen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <source>Most recalled: nothing was recalled yet</source>
        <translation>Am häufigsten abgerufen: noch nichts wurde abgerufen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Most synthetic memories</source>
        <translation>Erzeugte Erinnerungen höchstens</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Mostly</source>
        <translation>Meistens</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Move member down</source>
        <translation>Mitglied nach unten verschieben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Move member up</source>
        <translation>Mitglied nach oben verschieben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Move the step down</source>
        <translation>Schritt nach unten verschieben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Move the step up</source>
        <translation>Schritt nach oben verschieben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>My memories</source>
        <translation>Meine Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>N&amp;ot examples of it, one a line</source>
        <translation>&amp;Gegenbeispiele, eines je Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Name of one agent</source>
        <translation>Name eines Agenten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Name of the agent that gets a token of its own</source>
        <translation>Name des Agenten, der ein eigenes Token bekommt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Name of the assembly</source>
        <translation>Name des Verbands</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Name of the assistant</source>
        <translation>Name des Assistenten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Name of the concept</source>
        <translation>Name des Begriffs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Name of the embedding model</source>
        <translation>Name des Einbettungsmodells</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>Name of the merged assembly</source>
        <translation>Name des zusammengeführten Verbands</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Name of the skill</source>
        <translation>Name der Fähigkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Name of the user</source>
        <translation>Name des Nutzers</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Name, tags and topics (F2)</source>
        <translation>Name, Schlagwörter und Themen (F2)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Name, type and one step are needed</source>
        <translation>Name, Typ und ein Schritt sind nötig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Names, tags, topics and reasons are looked at.</source>
        <translation>Gesucht wird in Namen, Schlagwörtern, Themen und Gründen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Near miss</source>
        <translation>Knapp daneben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Near miss, 0.75</source>
        <translation>Knapp verfehlt, 0,75</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Nearly the same meaning</source>
        <translation>Fast die gleiche Bedeutung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Neighbours kept together (t-SNE)</source>
        <translation>Nachbarn beisammengehalten (t-SNE)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Never recalled</source>
        <translation>Nie abgerufen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <source>Never recalled: {memories}{shown}</source>
        <translation>Nie abgerufen: {memories}{shown}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Never synced</source>
        <translation>Nie abgeglichen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>New assembly</source>
        <translation>Neuer Verband</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <source>New assembly from a filter</source>
        <translation>Neuer Verband aus einem Filter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>New assembly from a filter…</source>
        <translation>Neuer Verband aus einem Filter…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>New concept</source>
        <translation>Neuer Begriff</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>New memories appear here until they are embedded.</source>
        <translation>Neue Erinnerungen stehen hier, bis sie eingebettet sind.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>New memory</source>
        <translation>Neue Erinnerung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>New memory…</source>
        <translation>Neue Erinnerung…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures_page.py"/>
        <source>New procedure</source>
        <translation>Neuer Ablauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>New skill</source>
        <translation>Neue Fähigkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>New snapshot</source>
        <translation>Neue Momentaufnahme</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>New snapshot…</source>
        <translation>Neue Momentaufnahme…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>New step</source>
        <translation>Neuer Schritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>New vault</source>
        <translation>Neuer Tresor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>New vault…</source>
        <translation>Neuer Tresor…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Newer</source>
        <translation>Neuer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <source>Next and previous part of the window</source>
        <translation>Nächster und voriger Teil des Fensters</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Next attempt</source>
        <translation>Nächster Versuch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Next place (Enter)</source>
        <translation>Nächste Fundstelle (Eingabe)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Next place found</source>
        <translation>Nächste Fundstelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>No active memories</source>
        <translation>Keine aktiven Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>No agents yet</source>
        <translation>Noch keine Agenten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>No assemblies yet</source>
        <translation>Noch keine Verbände</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>No assembly has these words</source>
        <translation>Kein Verband hat diese Wörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>No boards yet</source>
        <translation>Noch keine Tafeln</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>No calls yet</source>
        <translation>Noch keine Aufrufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>No changes yet</source>
        <translation>Noch keine Änderungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>No command fits these filters.</source>
        <translation>Kein Befehl passt zu diesen Filtern.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/palette.py"/>
        <source>No command has these letters.</source>
        <translation>Kein Befehl hat diese Buchstaben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>No concepts yet</source>
        <translation>Noch keine Begriffe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>No conflicts</source>
        <translation>Keine Widersprüche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>No conversation</source>
        <translation>Kein Gespräch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>No conversation selected</source>
        <translation>Kein Gespräch ausgewählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>No conversations yet</source>
        <translation>Noch keine Gespräche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>No drift data yet</source>
        <translation>Noch keine Driftdaten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>No duplicates, no conflicts</source>
        <translation>Keine Dubletten, keine Widersprüche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>No emotions yet</source>
        <translation>Noch keine Gefühle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>No episode fits</source>
        <translation>Keine Episode passt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>No episodes yet</source>
        <translation>Noch keine Episoden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>No event in the log fits these filters.</source>
        <translation>Kein Ereignis im Protokoll passt zu diesen Filtern.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_plot.py"/>
        <source>No flag</source>
        <translation>Kein Merkmal</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>No groups</source>
        <translation>Ohne Gruppen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>No jobs since the vault was opened</source>
        <translation>Keine Aufträge, seit der Tresor geöffnet wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>No key</source>
        <translation>Keine Taste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>No kind</source>
        <translation>Ohne Art</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>No label changed.</source>
        <translation>Keine Angabe geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>No layer</source>
        <translation>Ohne Schicht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>No lineage yet</source>
        <translation>Noch keine Herkunft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>No map yet</source>
        <translation>Noch keine Karte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>No matching conversations</source>
        <translation>Keine passenden Gespräche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>No matching events</source>
        <translation>Keine passenden Ereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>No memories match</source>
        <translation>Keine Erinnerung passt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>No memories yet</source>
        <translation>Noch keine Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>No memory changed</source>
        <translation>Keine Erinnerung geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <source>No memory fits.</source>
        <translation>Keine Erinnerung passt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>No memory in this vault fits the filter.</source>
        <translation>Keine Erinnerung in diesem Tresor passt zum Filter.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>No memory in this vault fits this search.</source>
        <translation>Keine Erinnerung in diesem Tresor passt zu dieser Suche.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>No memory matches {words}</source>
        <translation>Keine Erinnerung passt zu {words}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>No merges yet</source>
        <translation>Noch keine Zusammenführungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>No month</source>
        <translation>Ohne Monat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>No patterns were found yet.</source>
        <translation>Noch keine Muster gefunden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>No problems found.</source>
        <translation>Keine Probleme gefunden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures_page.py"/>
        <source>No procedures yet</source>
        <translation>Noch keine Abläufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>No recalls known</source>
        <translation>Keine Abrufe bekannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>No run counted yet</source>
        <translation>Noch kein Lauf gezählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>No run yet.</source>
        <translation>Noch kein Lauf.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>No search context</source>
        <translation>Kein Suchkontext</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>No search that was tried has it.</source>
        <translation>Keine der versuchten Suchen hat sie.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>No setting changed.</source>
        <translation>Keine Einstellung geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung hat diese Wörter.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>No signals yet</source>
        <translation>Noch keine Signale</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>No skill matches</source>
        <translation>Keine Fähigkeit passt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>No skill matches, and none is near. A skill matches from a similarity of {threshold}.</source>
        <translation>Keine Fähigkeit passt, und keine ist nahe daran. Eine Fähigkeit passt ab einer Ähnlichkeit von {threshold}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>No skills yet</source>
        <translation>Noch keine Fähigkeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>No snapshots yet</source>
        <translation>Noch keine Momentaufnahmen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <source>No source</source>
        <translation>Keine Quelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>No status</source>
        <translation>Ohne Status</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>No title and no message has all of these words.</source>
        <translation>Kein Titel und keine Nachricht hat alle diese Wörter.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>No topic came up twice yet</source>
        <translation>Noch kein Thema kam zweimal vor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>No user named</source>
        <translation>Ohne Namen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>No users yet</source>
        <translation>Noch keine Nutzer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>No vault</source>
        <translation>Kein Tresor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>No vault open</source>
        <translation>Kein Tresor geöffnet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>No vector yet</source>
        <translation>Noch kein Vektor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Nobody else can use this name then; an earlier token of the agent ends</source>
        <translation>Niemand sonst kann dann diesen Namen verwenden; ein früheres Token des Agenten verfällt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Nobody has learned, changed, forgotten or asked anything since.</source>
        <translation>Seitdem hat niemand etwas gelernt, geändert, vergessen oder gefragt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_groups.py"/>
        <source>Nobody in particular</source>
        <translation>Niemand Bestimmtes</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Noise, code or data instead of a note; and, from 200 memories on, what is far from every other memory. Each write then waits until its vector is computed, which takes longer the larger the model is.</source>
        <translation>Rauschen, Code oder Daten statt einer Notiz; und, ab 200 Erinnerungen, was weit von jeder anderen entfernt ist. Jedes Schreiben wartet dann, bis sein Vektor berechnet ist; das dauert umso länger, je größer das Modell ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Not checked since the rebuild</source>
        <translation>Seit dem Neuaufbau nicht geprüft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Not checked yet.</source>
        <translation>Noch nicht geprüft.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Not enough yet</source>
        <translation>Noch nicht genug</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Not enough yet: fewer than {number} recalls</source>
        <translation>Noch nicht genug: weniger als {number} Abrufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Not examples of it</source>
        <translation>Gegenbeispiele</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Not in this list</source>
        <translation>Nicht in dieser Liste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Not installed. The command  pip install “memory-desktop[map]”  adds it.</source>
        <translation>Nicht installiert. Der Befehl  pip install „memory-desktop[map]“  fügt es hinzu.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Not known yet</source>
        <translation>Noch nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Not noted</source>
        <translation>Nicht notiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <source>Not protected.</source>
        <translation>Nicht geschützt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Not rated</source>
        <translation>Nicht bewertet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Not recalled since {counted_from}</source>
        <translation>Nicht abgerufen seit {counted_from}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Not run yet</source>
        <translation>Noch nicht ausgeführt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <location filename="../../memory_desktop/ui/unsaved.py"/>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Not set</source>
        <translation>Nicht gesetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Not useful</source>
        <translation>Nicht nützlich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Note that the skill was practised, and that it did not go well</source>
        <translation>Notieren, dass die Fähigkeit geübt wurde und dass es nicht gut ging</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Note that the skill was practised, and that it went well</source>
        <translation>Notieren, dass die Fähigkeit geübt wurde und dass es gut ging</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <location filename="../../memory_desktop/bridge/emotion_commands.py"/>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>Nothing changed.</source>
        <translation>Nichts geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Nothing found for “{text}”.</source>
        <translation>Nichts gefunden für „{text}“.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Nothing has changed since {where}.</source>
        <translation>Seit {where} hat sich nichts geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Nothing here matches “{text}”.</source>
        <translation>Hier passt nichts zu „{text}“.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <source>Nothing is due.</source>
        <translation>Nichts ist fällig.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Nothing is held back</source>
        <translation>Nichts ist zurückgehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>Nothing is lost: every member of any of them is a member of the merged one.</source>
        <translation>Nichts geht verloren: jedes Mitglied eines von ihnen ist Mitglied des zusammengeführten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>Nothing is summarised yet</source>
        <translation>Noch nichts zusammengefasst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>Nothing is summarised yet.</source>
        <translation>Noch nichts zusammengefasst.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Nothing learned yet</source>
        <translation>Noch nichts gelernt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Nothing matches</source>
        <translation>Nichts passt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Nothing matches {words}</source>
        <translation>Nichts passt zu {words}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Nothing new</source>
        <translation>Nichts Neues</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Nothing on the schedule</source>
        <translation>Nichts im Plan</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Nothing selected</source>
        <translation>Nichts ausgewählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Nothing to embed yet</source>
        <translation>Noch nichts einzubetten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Nothing to forget: what was superseded is recalled no more.</source>
        <translation>Nichts zu vergessen: Was ersetzt wurde, wird nicht mehr abgerufen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Nothing to show.</source>
        <translation>Nichts zu zeigen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>Nothing to suggest</source>
        <translation>Nichts vorzuschlagen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Nothing viewed yet. Type a few letters of what you look for.</source>
        <translation>Noch nichts angesehen. Ein paar Buchstaben des Gesuchten eingeben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>Nothing waits for a decision.</source>
        <translation>Nichts wartet auf eine Entscheidung.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>Nothing was done then</source>
        <translation>Damals wurde nichts getan</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Nothing was imported yet.</source>
        <translation>Noch nichts wurde importiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Nothing was recalled yet.</source>
        <translation>Noch nichts wurde abgerufen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Numbers are missing</source>
        <translation>Zahlen fehlen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Of a server that speaks OpenAI's protocol: Ollama, LM Studio, llama.cpp or another. One that is elsewhere has to be allowed on this computer: “memory-desktop model-key ADDRESS”.</source>
        <translation>Eines Servers, der das Protokoll von OpenAI spricht: Ollama, LM Studio, llama.cpp oder ein anderer. Einer, der anderswo steht, muss auf diesem Computer erlaubt werden: „memory-desktop model-key ADRESSE“.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Of calls before this vault was opened, the log keeps what was written and recalled, an entry each. The list of agents counts every call, those that wrote nothing among them.</source>
        <translation>Von Aufrufen, bevor dieser Tresor geöffnet wurde, bewahrt das Protokoll, was geschrieben und abgerufen wurde, je einen Eintrag. Die Liste der Agenten zählt jeden Aufruf, auch die, die nichts schrieben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Of each agent; 0 is no limit.</source>
        <translation>Je Agent; 0 ist unbegrenzt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Of new items; 0 is no fading, 1 is gone at once.</source>
        <translation>Neuer Einträge; 0 ist kein Verblassen, 1 ist sofort weg.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Of the signals that come with each turn or question, only every so many starts a job.</source>
        <translation>Von den Signalen, die mit jedem Gesprächsschritt oder jeder Frage kommen, startet nur jedes so vielte einen Auftrag.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Of {event}; valence is from −1, unpleasant, to +1, pleasant</source>
        <translation>Von {event}; die Valenz reicht von −1, unangenehm, bis +1, angenehm</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Old vectors are kept for</source>
        <translation>Alte Vektoren werden behalten für</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Oldest memory: {oldest_memory}  ·  </source>
        <translation>Älteste Erinnerung: {oldest_memory}  ·  </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>On the board of {conversation}: “{text}”</source>
        <translation>Auf der Tafel von {conversation}: „{text}“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>On the board: “{text}”</source>
        <translation>Auf der Tafel: „{text}“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>On the scale of the seed's model; what another model calls as much is known for each model.</source>
        <translation>Auf der Skala des Ausgangsmodells; was bei einem anderen Modell gleich viel ist, ist für jedes Modell bekannt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>Once memories have their vectors, each month is compared here.</source>
        <translation>Sobald Erinnerungen ihre Vektoren haben, wird hier jeder Monat verglichen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>One .mem.json file for each memory, one .asm.json file for each assembly, with their vectors.</source>
        <translation>Eine Datei .mem.json je Erinnerung, eine Datei .asm.json je Verband, mit ihren Vektoren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>One a line</source>
        <translation>Einer je Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>One a line: what | why | when to resume</source>
        <translation>Eines je Zeile: was | warum | wann fortsetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>One a line: “Let them finish”</source>
        <translation>Eines je Zeile: „Ausreden lassen“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>One a line: “Nobody is in danger”</source>
        <translation>Eines je Zeile: „Niemand ist in Gefahr“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>One a line: “Offer a call back: ask for a number -&gt; they agree”</source>
        <translation>Einer je Zeile: „Rückruf anbieten: nach der Nummer fragen -&gt; sie stimmen zu“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>One a line: “Promise nothing that you cannot keep”</source>
        <translation>Eines je Zeile: „Nichts versprechen, was nicht zu halten ist“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>One a line: “What is on my calendar today?”</source>
        <translation>Eines je Zeile: „Was steht heute in meinem Kalender?“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>One a line: “angry”</source>
        <translation>Eines je Zeile: „verärgert“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>One a line: “channel one of phone, chat”</source>
        <translation>Eines je Zeile: „channel one of phone, chat“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>One a line: “mood equals calm”, “age ≥ 18”, “name is known”</source>
        <translation>Eines je Zeile: „mood equals calm“, „age ≥ 18“, „name is known“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>One a line; * stands for any words</source>
        <translation>Eines je Zeile; * steht für beliebige Wörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>One entry a line. An entry that you remove does not come back by itself.</source>
        <translation>Ein Eintrag je Zeile. Ein entfernter Eintrag kommt nicht von selbst zurück.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>One memory with this text replaces the selected ones, which are kept as superseded.</source>
        <translation>Eine Erinnerung mit diesem Text tritt an die Stelle der ausgewählten, die als ersetzt erhalten bleiben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>One note for each memory and each conversation, to read anywhere. Can be imported again without loss.</source>
        <translation>Eine Notiz je Erinnerung und je Gespräch, überall zu lesen. Lässt sich verlustfrei wieder importieren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>One row for each member. Delete removes it.[{up} moves it up.][{down} moves it down.]</source>
        <translation>Eine Zeile je Mitglied. Entf entfernt es.[{up} verschiebt es nach oben.][{down} verschiebt es nach unten.]</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>One row for each memory with every field. Can be imported again without loss.</source>
        <translation>Eine Zeile je Erinnerung mit allen Feldern. Lässt sich verlustfrei wieder importieren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>One row for each memory. Return edits, Space previews.[{forget} forgets.][{tags} edits tags in place.]</source>
        <translation>Eine Zeile je Erinnerung. Eingabe bearbeitet, Leertaste zeigt die Vorschau.[{forget} vergisst.][{tags} bearbeitet Schlagwörter an Ort und Stelle.]</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Only by the words themselves (BM25)</source>
        <translation>Nur nach den Wörtern selbst (BM25)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Only events about this item</source>
        <translation>Nur Ereignisse zu diesem Eintrag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Only events about this memory id</source>
        <translation>Nur Ereignisse zu dieser Erinnerungs-ID</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Only if {all}</source>
        <translation>Nur wenn {all}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Only of this time</source>
        <translation>Nur aus dieser Zeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Only the log knows it: it is listed as long as what it wrote is there</source>
        <translation>Nur das Protokoll kennt ihn: er wird gelistet, solange da ist, was er schrieb</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Only the nearest by meaning; memories without a vector are not found</source>
        <translation>Nur die nächsten nach Bedeutung; Erinnerungen ohne Vektor werden nicht gefunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Only this mood</source>
        <translation>Nur diese Stimmung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Only what is due</source>
        <translation>Nur Fälliges</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Only where this was felt</source>
        <translation>Nur wo dies gefühlt wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Only with this flag</source>
        <translation>Nur mit diesem Merkmal</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Only with this topic</source>
        <translation>Nur zu diesem Thema</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Only you</source>
        <translation>Nur ich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Only {words}.</source>
        <translation>Nur {words}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>Open &amp;questions</source>
        <translation>Offene &amp;Fragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt verwendete öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Open &amp;sample vault</source>
        <translation>&amp;Beispieltresor öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>Open Health</source>
        <translation>Zustand öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Open Memory Desktop</source>
        <translation>Memory Desktop öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Open Sync</source>
        <translation>Abgleich öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Open in Assemblies</source>
        <translation>In Verbände öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Open in History</source>
        <translation>Im Verlauf öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/memory_rows.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Open in Memories</source>
        <translation>In Erinnerungen öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>Open points</source>
        <translation>Offene Punkte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Open the Recall lab</source>
        <translation>Abruflabor öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Open the oldest memory</source>
        <translation>Die älteste Erinnerung öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Open the sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Open the sample vault</source>
        <translation>Beispieltresor öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>Open vault</source>
        <translation>Tresor öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Open vault…</source>
        <translation>Tresor öffnen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>Opening</source>
        <translation>Wird geöffnet:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>Opening the sample vault…</source>
        <translation>Beispieltresor wird geöffnet…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Opening the vault</source>
        <translation>Tresor wird geöffnet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>Opening “{name}”…</source>
        <translation>„{name}“ wird geöffnet…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Or write the first one yourself</source>
        <translation>Oder die erste selbst schreiben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Other emotions</source>
        <translation>Andere Gefühle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Other kinds</source>
        <translation>Andere Arten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Others can look into it</source>
        <translation>Andere können hineinsehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Outcome: {what}</source>
        <translation>Ergebnis: {what}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Over MCP or by command line, while this window shows what they do. The Agents view has more settings.</source>
        <translation>Über MCP oder Befehlszeile, während dieses Fenster zeigt, was sie tun. Die Ansicht Agenten hat weitere Einstellungen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Over all layers, with the board, concepts that come to mind and procedures that apply</source>
        <translation>Über alle Schichten, mit der Tafel, Begriffen, die in den Sinn kommen, und Abläufen, die passen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Over time</source>
        <translation>Im Zeitverlauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Own e&amp;xamples, one a line</source>
        <translation>Eigene &amp;Beispiele, eines je Zeile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>PII</source>
        <translation>PII</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Pairs of similar memories</source>
        <translation>Paare ähnlicher Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Parquet table</source>
        <translation>Parquet-Tabelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Parts of Conversations</source>
        <translation>Teile der Gespräche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Parts of the score</source>
        <translation>Teile des Scores</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Parts of the vault</source>
        <translation>Teile des Tresors</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Passed over</source>
        <translation>Übergangen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Passed over ({skipped})</source>
        <translation>Übergangen ({skipped})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Path between the two: {step}.</source>
        <translation>Weg zwischen beiden: {step}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Path: {link}</source>
        <translation>Weg: {link}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Patterns are told for each user; choose one at the top.</source>
        <translation>Muster gibt es je Nutzer; oben einen wählen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Patterns are told once there are {enough} emotional events.</source>
        <translation>Muster gibt es, sobald {enough} Gefühlsereignisse vorliegen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Patterns need {enough} emotional events; there are {events} so far.</source>
        <translation>Muster brauchen {enough} Gefühlsereignisse; bisher sind es {events}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Pause agent, or let it go on</source>
        <translation>Agenten anhalten oder weitermachen lassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Pause agents</source>
        <translation>Agenten anhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Pause sync</source>
        <translation>Abgleich anhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Paused. What was imported is kept; File &gt; Imports goes on with it.</source>
        <translation>Angehalten. Importiertes bleibt erhalten; unter Datei &gt; Importe geht es weiter.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Paused: </source>
        <translation>Angehalten: </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Paused: {sentence}</source>
        <translation>Angehalten: {sentence}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Paused; what was imported is kept, and File &gt; Imports goes on with it. </source>
        <translation>Angehalten; Importiertes bleibt erhalten, unter Datei &gt; Importe geht es weiter. </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Pausing after the current batch{kept}…</source>
        <translation>Wird nach dem aktuellen Teil angehalten{kept}…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Peak</source>
        <translation>Höhepunkt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Personal data and secrets</source>
        <translation>Persönliche Daten, Geheimnisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Phase of the conversation</source>
        <translation>Phase des Gesprächs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/export.py"/>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Places for other topics</source>
        <translation>Plätze für andere Themen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Places found</source>
        <translation>Fundstellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Points to remember</source>
        <translation>Merkenswertes</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Porto: lives in</source>
        <translation>Porto: lebt in</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Practice</source>
        <translation>Übung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Practice of {skill_name} noted: proficiency {proficiency}.</source>
        <translation>Übung von {skill_name} notiert: Können {proficiency}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Practices</source>
        <translation>Übungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Practised badly</source>
        <translation>Schlecht geübt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Practised well</source>
        <translation>Gut geübt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Preferences…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Preview import</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <source>Preview the current memory</source>
        <translation>Vorschau der aktuellen Erinnerung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Preview what turns come to: episodes, concepts, procedures and emotional events</source>
        <translation>Vorschau, was sich aus Gesprächsschritten ergibt: Episoden, Begriffe, Abläufe und Gefühlsereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Preview: nothing has been imported yet</source>
        <translation>Vorschau: noch nichts wurde importiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>Preview: nothing has been written yet. {turn}{of} came since the last time. Take away the tick of what is not wanted: it is not proposed again.{again}</source>
        <translation>Vorschau: noch nichts wurde geschrieben. {turn}{of} kamen seit dem letzten Mal hinzu. Bei Unerwünschtem das Häkchen entfernen: es wird nicht wieder vorgeschlagen.{again}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Previous place found</source>
        <translation>Vorige Fundstelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Problems found</source>
        <translation>Probleme gefunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>Procedural</source>
        <translation>Semantisches</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Procedural memory</source>
        <translation>Prozedurales Gedächtnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Procedure</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Procedure rated</source>
        <translation>Ablauf bewertet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Procedure run</source>
        <translation>Ablauf durchlaufen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures_page.py"/>
        <source>Procedures</source>
        <translation>Abläufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures_page.py"/>
        <source>Procedures and skills</source>
        <translation>Abläufe und Fähigkeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Procedures and skills; its weight in an answer over all layers, 0 is none.</source>
        <translation>Abläufe und Fähigkeiten; ihr Gewicht in einer Antwort über alle Schichten, 0 ist keins.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Proficiency</source>
        <translation>Können</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Proficiency after each practice</source>
        <translation>Können nach jeder Übung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Proficiency after each practice; the same numbers stand in the table below</source>
        <translation>Können nach jeder Übung; dieselben Zahlen stehen in der Tabelle darunter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Programs that know no MCP use this vault’s own address, ending in /v1, and its token as key. What they ask gets what memory knows and is passed on; the turns are remembered. Agents must be allowed over HTTP.</source>
        <translation>Programme, die kein MCP kennen, nutzen die eigene Adresse dieses Tresors, die auf /v1 endet, und sein Token als Schlüssel. Ihre Fragen bekommen, was das Gedächtnis weiß, und werden weitergereicht; die Gesprächsschritte werden behalten. Agenten müssen über HTTP erlaubt sein.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <location filename="../../memory_desktop/ui/window/task_bar.py"/>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Progress of the check</source>
        <translation>Fortschritt der Prüfung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/memory_rows.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Protect</source>
        <translation>Schützen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Protect this memory</source>
        <translation>Diese Erinnerung schützen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <location filename="../../memory_desktop/ui/health/memory_rows.py"/>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Protected</source>
        <translation>Geschützt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Protected from a salience of</source>
        <translation>Geschützt ab einer Salienz von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <source>Protected: the program neither fades nor forgets it by itself</source>
        <translation>Geschützt: das Programm lässt sie von sich aus weder verblassen noch vergisst es sie</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <source>Protection</source>
        <translation>Schutz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Protection changed</source>
        <translation>Schutz geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Purge</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>Purge all that match this search…</source>
        <translation>Alles zu dieser Suche endgültig löschen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Purge {number}</source>
        <translation>{number} endgültig löschen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Purge {number} for good</source>
        <translation>{number} endgültig löschen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Purge {number} for good?</source>
        <translation>{number} endgültig löschen?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Purged</source>
        <translation>Endgültig gelöscht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Purged {memories} for good.</source>
        <translation>{memories} endgültig gelöscht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Purge…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Purge…</source>
        <comment>short</comment>
        <translation>Löschen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Put a thought on the board</source>
        <translation>Gedanken auf die Tafel setzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Put into an assembly…</source>
        <translation>In einen Verband legen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Put on board</source>
        <translation>Auf die Tafel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/board_commands.py"/>
        <source>Put on the board.{gone}</source>
        <translation>Auf die Tafel gesetzt.{gone}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Putting the new parts in place</source>
        <translation>Neue Teile werden eingesetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Query labelled</source>
        <translation>Anfrage markiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <source>Query to label</source>
        <translation>Zu markierende Anfrage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>Question asked</source>
        <translation>Gestellte Frage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Question, and what was found</source>
        <translation>Frage und was gefunden wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Questions (*.jsonl *.json);;All files (*)</source>
        <translation>Fragen (*.jsonl *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Questions are asked</source>
        <translation>Fragen werden gestellt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Queue is empty</source>
        <translation>Warteschlange ist leer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Rank 10</source>
        <translation>Rang 10</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Rank in list</source>
        <translation>Rang in der Liste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Rank {rank}</source>
        <translation>Rang {rank}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Rank {rank}, score {score}</source>
        <translation>Rang {rank}, Score {score}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Rated {one}</source>
        <translation>Bewertet: {one}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Rated {rating}</source>
        <translation>Bewertet mit {rating}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Rated {rating}.</source>
        <translation>Bewertet mit {rating}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Rated: {rated}</source>
        <translation>Bewertung: {rated}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Re&amp;member this…</source>
        <translation>&amp;Merken…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Read by rules</source>
        <translation>Nach Regeln gelesen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Read by {method}</source>
        <translation>Gelesen durch {method}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Read from </source>
        <translation>Gelesen aus </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Read it again from the conversation; what somebody gave stays</source>
        <translation>Erneut aus dem Gespräch lesen; was jemand angegeben hat, bleibt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Read only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/emotion_commands.py"/>
        <source>Read the emotional event again.</source>
        <translation>Gefühlsereignis erneut gelesen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Read: {formats}.</source>
        <translation>Gelesen: {formats}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/emotion_commands.py"/>
        <source>Reading it again tells nothing new.</source>
        <translation>Erneutes Lesen bringt nichts Neues.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>Reading the turns …</source>
        <translation>Gesprächsschritte werden gelesen …</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>Reading {turn}{whose}: {step} …</source>
        <translation>{turn}{whose} werden gelesen: {step} …</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Reads and writes mail, calendar and documents</source>
        <translation>Liest und schreibt E-Mails, Kalender und Dokumente</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Ready to embed</source>
        <translation>Bereit zum Einbetten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Ready to store the vectors</source>
        <translation>Bereit, die Vektoren zu speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/teller.py"/>
        <location filename="../../memory_desktop/ui/window/vault_dialogs.py"/>
        <source>Rebuild</source>
        <translation>Neu aufbauen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Rebuild everything from the log…</source>
        <translation>Alles aus dem Protokoll neu aufbauen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Rebuild everything…</source>
        <translation>Alles neu aufbauen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_dialogs.py"/>
        <source>Rebuild records and indexes from the log? The vault is closed meanwhile. The old parts are kept until the new ones are complete.</source>
        <translation>Datensätze und Indizes aus dem Protokoll neu aufbauen? Der Tresor ist währenddessen geschlossen. Die alten Teile bleiben, bis die neuen vollständig sind.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Rebuilding index</source>
        <translation>Index wird neu aufgebaut</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>Rebuilding “{name}” from its log…</source>
        <translation>„{name}“ wird aus dem Protokoll neu aufgebaut…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>Rebuilt {records} records from {events} events in {seconds} s.</source>
        <translation>{records} Datensätze aus {events} Ereignissen in {seconds} s neu aufgebaut.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Recall lab</source>
        <translation>Abruflabor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Recall measured</source>
        <translation>Recall gemessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/runs_plot.py"/>
        <source>Recall of each run</source>
        <translation>Recall jedes Laufs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Recall score</source>
        <translation>Abrufwert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Recall: what comes back</source>
        <translation>Abruf: was zurückkommt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Recall@{k}</source>
        <translation>Recall@{k}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Recalled</source>
        <translation>Abgerufen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Recalled: {recalled}</source>
        <translation>Abgerufen: {recalled}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Recalls</source>
        <translation>Abrufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Recalls by mode and layer, of the newest 5,000, with the mean relevance of their hits</source>
        <translation>Abrufe nach Modus und Schicht, von den neuesten 5.000, mit der mittleren Relevanz ihrer Treffer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Recent searches</source>
        <translation>Letzte Suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/places.py"/>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Recent vaults</source>
        <translation>Zuletzt geöffnete Tresore</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/places.py"/>
        <source>Recently viewed</source>
        <translation>Zuletzt angesehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Record an emotional event</source>
        <translation>Gefühlsereignis festhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/emotion_commands.py"/>
        <source>Recorded the emotional event.</source>
        <translation>Gefühlsereignis festgehalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Record…</source>
        <translation>Festhalten…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Recurs</source>
        <translation>Kehrt wieder</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Recurs: {often}</source>
        <translation>Kehrt wieder: {often}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Redid {n} step</source>
        <translation>
            <numerusform>{n} Schritt wiederholt</numerusform>
            <numerusform>{n} Schritte wiederholt</numerusform>
        </translation>
        <extra-many>Redid {n} steps</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Redoing</source>
        <translation>Wird wiederholt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Redone</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Redone: {names}.</source>
        <translation>Wiederholt: {names}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Reflect on turns</source>
        <translation>Über Gesprächsschritte nachdenken</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Reflection</source>
        <translation>Reflexion</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <source>Refresh: full activation again</source>
        <translation>Auffrischen: wieder volle Aktivierung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/board_commands.py"/>
        <source>Refreshed {item}.</source>
        <translation>{item} aufgefrischt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Refuse its calls until you let it go on</source>
        <translation>Seine Aufrufe abweisen, bis er weitermachen darf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Region</source>
        <translation>Gebiet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Regions of the map</source>
        <translation>Gebiete der Karte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Reinforce</source>
        <translation>Verstärken</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Reinforced</source>
        <translation>Verstärkt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Reinforced {what} by {credit}.</source>
        <translation>{what} um {credit} verstärkt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Rejected ({rejected})</source>
        <translation>Abgelehnt ({rejected})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Rejected items</source>
        <translation>Abgelehnte Einträge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/related_tab.py"/>
        <source>Related memories</source>
        <translation>Verwandte Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_plot.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Relationship</source>
        <translation>Beziehung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Release</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Release held items</source>
        <translation>Zurückgehaltenes freigeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Release held items without personal data</source>
        <translation>Zurückgehaltenes ohne persönliche Daten freigeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Release redacted</source>
        <translation>Geschwärzt freigeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Released</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Released {said}{how}.</source>
        <translation>{said}{how} freigegeben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Relevance</source>
        <translation>Relevanz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>Remember</source>
        <translation>Merken</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>Remember this</source>
        <translation>Merken</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Remembered {quoted}.{noted}</source>
        <translation>{quoted} gemerkt.{noted}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Remove agent from the list</source>
        <translation>Agenten aus der Liste entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Remove damaged copies</source>
        <translation>Beschädigte Kopien entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Remove from list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Remove from the assembly</source>
        <translation>Aus dem Verband entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Remove from the queue</source>
        <translation>Aus der Warteschlange entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/chips.py"/>
        <source>Remove from the search (Delete)</source>
        <translation>Aus der Suche entfernen (Entf)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Remove step</source>
        <translation>Schritt entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source>Remove tag {tag}{some}</source>
        <translation>Schlagwort {tag}{some} entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source>Remove {tag}{some} (Delete)</source>
        <translation>{tag}{some} entfernen (Entf)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/chips.py"/>
        <source>Remove {text}</source>
        <translation>{text} entfernen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Removed by an edit</source>
        <translation>Durch Bearbeitung entfernt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Removed the labelled query “{query}”.</source>
        <translation>Markierte Anfrage „{query}“ entfernt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Removed {freed} of damaged copies.</source>
        <translation>{freed} beschädigter Kopien entfernt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source>Removed {tag}</source>
        <translation>{tag} entfernt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Removed {what} from “{name}”.</source>
        <translation>{what} aus „{name}“ entfernt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>Removing what was purged from the vault’s files…</source>
        <translation>Endgültig Gelöschtes wird aus den Dateien des Tresors entfernt…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Repaired</source>
        <translation>Repariert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Replace an existing export</source>
        <translation>Vorhandenen Export ersetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Replace by a mark</source>
        <translation>Durch eine Marke ersetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Replaced by</source>
        <translation>Ersetzt durch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Report how often questions find something, and how relevant it is.</source>
        <translation>Berichten, wie oft Fragen etwas finden und wie relevant es ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Report questions that were left open, and names of which little is known.</source>
        <translation>Berichten, welche Fragen offen blieben und über welche Namen wenig bekannt ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Reported. {ended}</source>
        <translation>Gemeldet. {ended}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Request to try</source>
        <translation>Wunsch zum Ausprobieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Required, but not known: {lacking_words}.</source>
        <translation>Nötig, aber nicht bekannt: {lacking_words}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Required, but not so: {missed}.</source>
        <translation>Nötig, aber nicht so: {missed}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Required: {words}</source>
        <translation>Nötig: {words}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/layer_weights.py"/>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>Reset all keys</source>
        <translation>Alle Tasten zurücksetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>Reset to default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/layer_weights.py"/>
        <source>Reset what each layer counts</source>
        <translation>Zurücksetzen, was jede Schicht zählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>Reset {title} to default</source>
        <translation>{title} auf Standard setzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Response: {what}</source>
        <translation>Antwort: {what}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <source>Restore all memories to how they were at event {seq}? What was forgotten or edited since is restored, and what was added since is forgotten. The log keeps everything, and Undo reverses this.</source>
        <translation>Alle Erinnerungen auf den Stand von Ereignis {seq} bringen? Was seitdem vergessen oder bearbeitet wurde, wird wiederhergestellt; was seitdem hinzukam, wird vergessen. Das Protokoll behält alles, und Rückgängig kehrt es um.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Restore as it was then</source>
        <translation>Wie damals wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Restore everything to event {from_seq}</source>
        <translation>Alles auf Ereignis {from_seq} zurücksetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <location filename="../../memory_desktop/ui/window/past_bar.py"/>
        <source>Restore everything…</source>
        <translation>Alles wiederherstellen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Restore it as it was then</source>
        <translation>Sie wiederherstellen, wie sie damals war</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Restore selected</source>
        <translation>Ausgewählte wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Restore this memory</source>
        <translation>Diese Erinnerung wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>Restore {number} selected</source>
        <translation>{number} ausgewählte wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Restored {quoted}.</source>
        <translation>{quoted} wiederhergestellt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Restored {what}.</source>
        <translation>{what} wiederhergestellt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Restoring</source>
        <translation>Wird wiederhergestellt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Restoring {memories}</source>
        <translation>{memories} werden wiederhergestellt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Result of the chosen job</source>
        <translation>Ergebnis des gewählten Auftrags</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Result: {result}</source>
        <translation>Ergebnis: {result}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Resume</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Resume sync</source>
        <translation>Abgleich fortsetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Retire</source>
        <translation>Zurückziehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Retire the merged memory and restore what it was made of</source>
        <translation>Die zusammengeführte Erinnerung zurückziehen und ihre Quellen wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>Retired the concept {name}.</source>
        <translation>Begriff {name} zurückgezogen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/emotion_commands.py"/>
        <source>Retired the emotional event.</source>
        <translation>Gefühlsereignis zurückgezogen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Retired the procedure “{name}”.</source>
        <translation>Ablauf „{name}“ zurückgezogen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>Retired the skill {name}.</source>
        <translation>Fähigkeit {name} zurückgezogen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Retrieval</source>
        <translation>Abruf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Retry failed now</source>
        <translation>Fehlgeschlagene jetzt erneut versuchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Retry failed vectors now</source>
        <translation>Fehlgeschlagene Vektoren jetzt erneut versuchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Retry now</source>
        <translation>Jetzt erneut versuchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Revert</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <location filename="../../memory_desktop/ui/window/teller.py"/>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Review: duplicates and conflicts</source>
        <translation>Durchsicht: Dubletten und Widersprüche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Revoke agent, or let it in again</source>
        <translation>Agenten widerrufen oder wieder zulassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Revoked</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/rollback_question.py"/>
        <source>Roll back</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Roll back to here…</source>
        <translation>Hierauf zurücksetzen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/rollback_question.py"/>
        <source>Roll back to the snapshot “{name}” (event {seq})? All memories become what they were then. The log keeps everything, and Undo reverses this.</source>
        <translation>Auf die Momentaufnahme „{name}“ (Ereignis {seq}) zurücksetzen? Alle Erinnerungen werden, was sie damals waren. Das Protokoll behält alles, und Rückgängig kehrt es um.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Roll back…</source>
        <translation>Zurücksetzen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Rolled back</source>
        <translation>Zurückgesetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Rolling back</source>
        <translation>Wird zurückgesetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>Rows and their order</source>
        <translation>Zeilen und ihre Reihenfolge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Run a job</source>
        <translation>Auftrag ausführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Run again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>Run {number}, {at}</source>
        <translation>Lauf {number}, {at}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <source>Running the forgetting schedule</source>
        <translation>Vergessensplan wird ausgeführt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Running your queries</source>
        <translation>Eigene Anfragen werden gestellt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Runs of this procedure</source>
        <translation>Läufe dieses Ablaufs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>Runs that filled the layers, the newest first</source>
        <translation>Läufe, die die Schichten gefüllt haben, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>STEPS</source>
        <translation>SCHRITTE</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Said</source>
        <translation>Gesagt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Said again</source>
        <translation>Erneut gesagt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Salience</source>
        <translation>Salienz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Salience </source>
        <translation>Salienz </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Salience of the thought</source>
        <translation>Salienz des Gedankens</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Same text</source>
        <translation>Gleicher Text</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>Same {k} neighbours</source>
        <translation>Dieselben {k} Nachbarn</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Satisfaction (inferred)</source>
        <translation>Zufriedenheit (erschlossen)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/saving.py"/>
        <source>Save ({key})</source>
        <translation>Speichern ({key})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Save correction</source>
        <translation>Korrektur speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <source>Save label</source>
        <translation>Markierung speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Save the lineage</source>
        <translation>Herkunft speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Save the rejected items</source>
        <translation>Abgelehnte Einträge speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>Save this filter</source>
        <translation>Diesen Filter speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>Save this search</source>
        <translation>Diese Suche speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <source>Save this search in the sidebar</source>
        <translation>Diese Suche in der Seitenleiste speichern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Saved as {path}.</source>
        <translation>Gespeichert als {path}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/board_commands.py"/>
        <source>Saved the board.</source>
        <translation>Tafel gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>Saved the concept {}.</source>
        <translation>Begriff {} gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/emotion_commands.py"/>
        <source>Saved the emotional event.</source>
        <translation>Gefühlsereignis gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Saved the procedure “{name}”.</source>
        <translation>Ablauf „{name}“ gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>Saved the skill {name}.</source>
        <translation>Fähigkeit {name} gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>Saved what is made of {}.</source>
        <translation>Gespeichert, was daraus gemacht wird: {}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Saved {quoted}.{earlier}{noted}</source>
        <translation>{quoted} gespeichert.{earlier}{noted}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Saved {where}.</source>
        <translation>{where} gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>Saved “{text}” in the sidebar.</source>
        <translation>„{text}“ in der Seitenleiste gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>Saved.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Saving</source>
        <translation>Wird gespeichert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/related_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/filter_field.py"/>
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Search by meaning</source>
        <translation>Nach Bedeutung suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Search conversations</source>
        <translation>Gespräche durchsuchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Search conversations by title and text</source>
        <translation>Gespräche nach Titel und Text durchsuchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Search for {query}</source>
        <translation>Nach {query} suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Search in Hybrid mode</source>
        <translation>Im Modus Hybrid suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Search mode</source>
        <translation>Suchmodus</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/completion.py"/>
        <source>Search operators</source>
        <translation>Suchoperatoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Search this way</source>
        <translation>So suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Search without filters</source>
        <translation>Ohne Filter suchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>Search your memories</source>
        <translation>Erinnerungen durchsuchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>Search your memories, and press Enter</source>
        <translation>Erinnerungen durchsuchen, mit Eingabe starten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Searches do not change before you switch, and you can go back afterwards.</source>
        <translation>Suchen ändern sich vor dem Umschalten nicht, und danach geht es auch zurück.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Searches use {new} since {switched_at}. The vectors of {old} are kept until {keep_until}: until then you can switch back at once. Then they are archived or deleted, as Preferences say.</source>
        <translation>Suchen nutzen {new} seit {switched_at}. Die Vektoren von {old} bleiben bis {keep_until}: bis dahin lässt sich sofort zurückschalten. Danach werden sie archiviert oder gelöscht, wie es die Einstellungen sagen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Search{key} and select a hit to see its rank, score and boosts.</source>
        <translation>Suchen{key} und einen Treffer auswählen, um Rang, Score und Zuschläge zu sehen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Second</source>
        <translation>Zweites</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>See Health</source>
        <translation>Zustand ansehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>See suggestions</source>
        <translation>Vorschläge ansehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/about_dialog.py"/>
        <source>See, search, correct and rewind what your AI remembers.</source>
        <translation>Sehen, durchsuchen, korrigieren und zurückspulen, woran sich die KI erinnert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Seen before: {often}</source>
        <translation>Schon gesehen: {often}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Select a call to see what was asked and what came of it.</source>
        <translation>Einen Aufruf auswählen, um zu sehen, was gefragt wurde und was sich ergab.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>Select a hit, and Why says what speaks for it: its words, its meaning, and what is said around it. The score is the sum of these parts.</source>
        <translation>Einen Treffer auswählen, und Warum sagt, was für ihn spricht: seine Wörter, seine Bedeutung und was darum herum gesagt wird. Der Score ist die Summe dieser Teile.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Select a line to open or undo it.</source>
        <translation>Eine Zeile auswählen, um sie zu öffnen oder rückgängig zu machen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Select a memory to see its details.</source>
        <translation>Eine Erinnerung auswählen, um ihre Einzelheiten zu sehen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <source>Select a model.</source>
        <translation>Modell auswählen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>Select a row to see what it did, and to undo it.</source>
        <translation>Eine Zeile auswählen, um zu sehen, was geschah, und es rückgängig zu machen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Select a turn to see what is known about it.</source>
        <translation>Einen Gesprächsschritt auswählen, um zu sehen, was über ihn bekannt ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>Select all</source>
        <translation>Alle auswählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Select an assembly</source>
        <translation>Verband auswählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Select an event to see its content.</source>
        <translation>Ein Ereignis auswählen, um seinen Inhalt zu sehen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Select an event to undo its command.</source>
        <translation>Ein Ereignis auswählen, um seinen Befehl rückgängig zu machen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <source>Select expected results</source>
        <translation>Erwartete Ergebnisse auswählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Select memories…</source>
        <translation>Erinnerungen auswählen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>Select none</source>
        <translation>Keine auswählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Select one item to see it.</source>
        <translation>Einen Eintrag auswählen, um ihn zu sehen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Select one memory.</source>
        <translation>Eine Erinnerung auswählen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Select one to read it turn by turn.</source>
        <translation>Eines auswählen, um es Schritt für Schritt zu lesen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Selected</source>
        <translation>Ausgewählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Semantic memory</source>
        <translation>Semantisches Gedächtnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Separated by commas</source>
        <translation>Durch Kommas getrennt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/teller.py"/>
        <source>Set aside and open</source>
        <translation>Beiseitelegen und öffnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Set by hand</source>
        <translation>Von Hand gesetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Set by the environment: {variable}</source>
        <translation>Durch die Umgebung gesetzt: {variable}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/language_page.py"/>
        <source>Set by the environment: {variable}.</source>
        <translation>Durch die Umgebung festgelegt: {variable}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Settings changed</source>
        <translation>Einstellungen geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <source>Settings of the vault “{name}”.</source>
        <translation>Einstellungen des Tresors „{name}“.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Settings saved.</source>
        <translation>Einstellungen gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Settings to copy</source>
        <translation>Einstellungen zum Kopieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Settings with the shared token</source>
        <translation>Einstellungen mit dem gemeinsamen Token</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Several digests of one user become one of all their turns.</source>
        <translation>Mehrere Kurzfassungen eines Nutzers werden zu einer über alle ihre Gesprächsschritte.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Several items are selected.</source>
        <translation>Mehrere Einträge sind ausgewählt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Share lost each time</source>
        <translation>Anteil, der jedes Mal verloren geht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Share of the hits that generated memories may take; 1 is no limit.</source>
        <translation>Anteil der Treffer, den erzeugte Erinnerungen einnehmen dürfen; 1 ist unbegrenzt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Share of the hits that is kept for topics (tag, else kind) beside the most frequent one; 0 is none.</source>
        <translation>Anteil der Treffer, der für Themen (Schlagwort, sonst Art) neben dem häufigsten freigehalten wird; 0 ist keiner.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Share of the short-term memory that is left when it says that it is nearly full.</source>
        <translation>Anteil des Kurzzeitgedächtnisses, der noch frei ist, wenn es sich als fast voll meldet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Share of your recalls that are asked again, later, of another model once it is ready; 0 is none. The change of the embedding model shows how the two compare.</source>
        <translation>Anteil der Abrufe, die später auch einem anderen Modell gestellt werden, sobald es bereit ist; 0 ist keiner. Der Wechsel des Einbettungsmodells zeigt, wie beide abschneiden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Shift, Ctrl and Ctrl+A select several; Ctrl+T changes their tags, Delete forgets.</source>
        <translation>Umschalt, Strg und Strg+A wählen mehrere aus; Strg+T ändert ihre Schlagwörter, Entf vergisst.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>Short-term memory</source>
        <translation>Kurzzeitgedächtnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>Short-term memory fills up</source>
        <translation>Kurzzeitgedächtnis füllt sich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Short-term memory is full</source>
        <translation>Kurzzeitgedächtnis ist voll</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Short-term memory: what is at hand of conversations</source>
        <translation>Kurzzeitgedächtnis: was von Gesprächen zur Hand ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>Show Agents</source>
        <translation>Agenten zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Show all episodes</source>
        <translation>Alle Episoden zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>Show all memories again</source>
        <translation>Wieder alle Erinnerungen zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Show an icon in the tray</source>
        <translation>Symbol im Infobereich zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Show calls</source>
        <translation>Aufrufe zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Show in History</source>
        <translation>Im Verlauf zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Show in Memories</source>
        <translation>In Erinnerungen zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Show in conversation</source>
        <translation>Im Gespräch zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Show in the inspector</source>
        <translation>Im Inspektor zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Show lineage</source>
        <translation>Herkunft zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Show lineage of the message</source>
        <translation>Herkunft der Nachricht zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Show messages in Memories</source>
        <translation>Nachrichten in Erinnerungen zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Show only some emotions</source>
        <translation>Nur einige Gefühle zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Show or hide inspector</source>
        <translation>Inspektor ein- oder ausblenden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Show or hide sidebar</source>
        <translation>Seitenleiste ein- oder ausblenden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>Show or hide the facets</source>
        <translation>Facetten ein- oder ausblenden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Show patterns and the chosen event beside the plot</source>
        <translation>Muster und das gewählte Ereignis neben dem Diagramm zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Show the chosen episode beside the list</source>
        <translation>Die gewählte Episode neben der Liste zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Show the folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Show the selected points in Memories</source>
        <translation>Die ausgewählten Punkte in Erinnerungen zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Show the thread at this message</source>
        <translation>Thread bei dieser Nachricht zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Show the whole map</source>
        <translation>Ganze Karte zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Show them</source>
        <translation>Sie zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>Show token</source>
        <translation>Token zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <source>Show weaker hits</source>
        <translation>Schwächere Treffer zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Show what the board is about beside its items</source>
        <translation>Worum es auf der Tafel geht, neben ihren Einträgen zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>Show {hit}</source>
        <translation>{hit} zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Shows the newest run that is not finished, to go on with it or to finish it</source>
        <translation>Zeigt den neuesten Lauf, der nicht beendet ist, um ihn fortzusetzen oder zu beenden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Sidebar</source>
        <translation>Seitenleiste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Sig.</source>
        <translation>Bed.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Signals are counted from when the vault was opened.</source>
        <translation>Signale werden gezählt, seit der Tresor geöffnet wurde.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_plot.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Significance</source>
        <translation>Bedeutsamkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>Similarity {similarity}. </source>
        <translation>Ähnlichkeit {similarity}. </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Simulate a failing index (for developers)</source>
        <translation>Einen ausfallenden Index simulieren (für Entwickler)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Since its last recall or else its time, if of no importance; the most important is due after ten times.</source>
        <translation>Seit dem letzten Abruf, sonst seit ihrer Zeit, wenn ohne Wichtigkeit; die wichtigste ist nach der zehnfachen Zeit fällig.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Since yesterday</source>
        <translation>Seit gestern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Since you last looked</source>
        <translation>Seit dem letzten Besuch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Since {since}</source>
        <translation>Seit {since}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Skill</source>
        <translation>Fähigkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Skill practised</source>
        <translation>Fähigkeit geübt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Skill, and its nearest phrase</source>
        <translation>Fähigkeit und ihre nächste Formulierung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures_page.py"/>
        <source>Skills</source>
        <translation>Fähigkeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Skills and how well they are known</source>
        <translation>Fähigkeiten und wie gut sie sitzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>Skills are kept in Conversations. Their practice is followed here.</source>
        <translation>Fähigkeiten stehen unter Gespräche. Hier wird ihre Übung verfolgt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Skills that the request would match</source>
        <translation>Fähigkeiten, die zum Wunsch passen würden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <source>Snapshots</source>
        <translation>Momentaufnahmen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>Snapshots, newest first</source>
        <translation>Momentaufnahmen, neueste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Snippet for an agent</source>
        <translation>Schnipsel für einen Agenten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>So many memories a run of the policy deals with; 0 is all.</source>
        <translation>So viele Erinnerungen bearbeitet ein Lauf der Richtlinie; 0 sind alle.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Some clients take 40 tools at most. The basic ones are those for turns, memories and skills; the others are for the layers.</source>
        <translation>Manche Clients nehmen höchstens 40 Werkzeuge. Die grundlegenden sind die für Gesprächsschritte, Erinnerungen und Fähigkeiten; die anderen sind für die Schichten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Somebody</source>
        <translation>Jemand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/errors.py"/>
        <source>Something went wrong</source>
        <translation>Etwas ging schief</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/errors.py"/>
        <source>Something went wrong in Memory Desktop</source>
        <translation>In Memory Desktop ging etwas schief</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Sort by {title}</source>
        <translation>Sortieren nach {title}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/facets.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Source: {source}</source>
        <translation>Quelle: {source}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <source>Start the tour</source>
        <translation>Rundgang beginnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>Started.</source>
        <translation>Begonnen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Starting…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/command_table.py"/>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/facets.py"/>
        <location filename="../../memory_desktop/models/lineage_table.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_dialog.py"/>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Step reported</source>
        <translation>Schritt gemeldet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Step {number}</source>
        <translation>Schritt {number}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Still needed: a name</source>
        <translation>Noch nötig: ein Name</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Still needed: {missing}</source>
        <translation>Noch nötig: {missing}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/window/task_bar.py"/>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Stop asking</source>
        <translation>Nicht mehr fragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/memory_rows.py"/>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Stop protecting</source>
        <translation>Schutz aufheben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <source>Stop protecting this memory</source>
        <translation>Schutz dieser Erinnerung aufheben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <source>Stopped protecting</source>
        <translation>Schutz aufgehoben:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Stopped. It can be resumed.</source>
        <translation>Gestoppt. Es kann fortgesetzt werden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>Stopped. Made so far: {told}.{resumed}</source>
        <translation>Angehalten. Bisher entstanden: {told}.{resumed}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Stopped. Nothing was changed.</source>
        <translation>Gestoppt. Nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Stopped. Nothing was imported.</source>
        <translation>Gestoppt. Nichts wurde importiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>Stopped. Nothing was made.</source>
        <translation>Angehalten. Es ist nichts entstanden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <source>Stopped: </source>
        <translation>Gestoppt: </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Stopped: {note}</source>
        <translation>Gestoppt: {note}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Stopped; nothing was written.</source>
        <translation>Gestoppt; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Storage by part, in MB</source>
        <translation>Speicherplatz je Teil, in MB</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Storage by part, in MB; the same numbers stand in the table below</source>
        <translation>Speicherplatz je Teil, in MB; dieselben Zahlen stehen in der Tabelle darunter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>Subtopics</source>
        <translation>Unterthemen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Success history, oldest first</source>
        <translation>Erfolgsverlauf, älteste zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Such items become episodes, notes too, also after they have left the board. A turn always becomes one.</source>
        <translation>Solche Einträge werden zu Episoden, auch Notizen, und auch nachdem sie die Tafel verlassen haben. Ein Gesprächsschritt wird immer zu einer.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Suggest a merge from</source>
        <translation>Zusammenführung vorschlagen ab</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Suggest only</source>
        <translation>Nur vorschlagen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Suggest only: Health lists them, and a person runs the schedule. Protected memories are never due.</source>
        <translation>Nur vorschlagen: Zustand listet sie auf, und ein Mensch führt den Plan aus. Geschützte Erinnerungen werden nie fällig.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>Suggested assemblies and merges</source>
        <translation>Vorgeschlagene Verbände und Zusammenführungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>Suggestion</source>
        <translation>Vorschlag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>Suggestions ({number})</source>
        <translation>Vorschläge ({number})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Summarise the oldest turns at hand</source>
        <translation>Die ältesten Gesprächsschritte zur Hand zusammenfassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/turn_delegate.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Summary changed</source>
        <translation>Zusammenfassung geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>Summary of the user, its changes and patterns</source>
        <translation>Zusammenfassung des Nutzers, ihre Änderungen und Muster</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>Summary updated</source>
        <translation>Zusammenfassung aktualisiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/thread_table.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Summary: {summary_change}</source>
        <translation>Zusammenfassung: {summary_change}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Superseded</source>
        <translation>Ersetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Superseded {what}.</source>
        <translation>{what} ersetzt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Suspicious content</source>
        <translation>Verdächtiger Inhalt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Switching</source>
        <translation>Wird umgeschaltet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <location filename="../../memory_desktop/ui/views.py"/>
        <source>Sync &amp; Drift</source>
        <translation>Abgleich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Sync paused · {waiting} waiting for vectors</source>
        <translation>Abgleich angehalten · {waiting} ohne Vektoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Synced</source>
        <translation>Abgeglichen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Synced {synced_at}</source>
        <translation>Abgeglichen {synced_at}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Synthetic memories wait</source>
        <translation>Erzeugte Erinnerungen warten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/thread_table.py"/>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>T&amp;ime</source>
        <translation>&amp;Zeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>T&amp;opics</source>
        <translation>T&amp;hemen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>T&amp;ray</source>
        <translation>&amp;Infobereich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>T&amp;urns</source>
        <translation>Gesprächs&amp;schritte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_dialog.py"/>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/facets.py"/>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memory_drag.py"/>
        <source>Tag {memories} with “{name}”</source>
        <translation>{memories} mit „{name}“ verschlagworten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source>Tag {tag}{some}</source>
        <translation>Schlagwort {tag}{some}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/memories/in_place.py"/>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tag_field.py"/>
        <source>Tags of this vault</source>
        <translation>Schlagwörter dieses Tresors</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/in_place.py"/>
        <source>Tags of {memories}</source>
        <translation>Schlagwörter von {memories}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <location filename="../../memory_desktop/ui/search/result_list.py"/>
        <source>Tags…</source>
        <translation>Schlagwörter…</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>Take it from there</source>
        <translation>Von dort übernehmen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <source>Take off the board</source>
        <translation>Von der Tafel nehmen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Take the guided tour</source>
        <translation>Rundgang machen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <source>Take the guided tour?</source>
        <translation>Rundgang machen?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/meanwhile.py"/>
        <source>Take theirs</source>
        <translation>Fremde übernehmen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>Taken back by Undo</source>
        <translation>Rückgängig gemacht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>Tasks of the run</source>
        <translation>Aufgaben des Laufs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Tell from the tray what happens meanwhile</source>
        <translation>Im Infobereich melden, was inzwischen geschieht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/lineage_table.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Text for the prompt</source>
        <translation>Text für die Eingabe an das Modell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Text of the memory</source>
        <translation>Text der Erinnerung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>Text, tags, source, vectors and history are removed{what} ({event} in all). This cannot be undone. Other files of yours, such as exports and copies of the vault, are not touched. The vault is closed for a moment while its files are cleaned.</source>
        <translation>Text, Schlagwörter, Quelle, Vektoren und Verlauf werden entfernt{what} (insgesamt {event}). Das lässt sich nicht rückgängig machen. Andere Dateien, etwa Exporte und Kopien des Tresors, bleiben unberührt. Der Tresor ist für einen Moment geschlossen, während seine Dateien bereinigt werden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>Texts of the selected memories; what would be lost is marked</source>
        <translation>Texte der ausgewählten Erinnerungen; was verloren ginge, ist hervorgehoben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>The archive that ChatGPT or Claude sends you, or another file with conversations. You see a preview before anything is imported.</source>
        <translation>Das Archiv, das ChatGPT oder Claude schickt, oder eine andere Datei mit Gesprächen. Vor dem Import erscheint eine Vorschau.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>The change cannot start</source>
        <translation>Der Wechsel kann nicht beginnen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>The client starts this command by itself. It works whether or not the vault is open in a window.</source>
        <translation>Der Client startet diesen Befehl selbst. Er funktioniert, ob der Tresor in einem Fenster offen ist oder nicht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/screen.py"/>
        <source>The commands of “memory-desktop --help” need none.</source>
        <translation>Die Befehle von „memory-desktop --help“ brauchen keine.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>The concept is held back, and waits in Review.</source>
        <translation>Der Begriff ist zurückgehalten und wartet in der Durchsicht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>The conversations name no user. Agents that name one find them once “What agents call you” in Preferences says that name.</source>
        <translation>Die Gespräche nennen keinen Benutzer. Agenten, die einen nennen, finden sie, sobald „Wie Agenten den Eigentümer nennen“ in den Einstellungen diesen Namen enthält.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>The dropped file is</source>
        <translation>Diese hierher gezogene Datei wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/emotion_commands.py"/>
        <source>The emotional event is held back, and waits in Review.</source>
        <translation>Das Gefühlsereignis ist zurückgehalten und wartet in der Durchsicht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>The first time, it is created. This takes a few seconds.</source>
        <translation>Beim ersten Mal wird er angelegt. Das dauert ein paar Sekunden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>The first {queue} of {waiting}</source>
        <translation>Die ersten {queue} von {waiting}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>The forgetting schedule, what is due first</source>
        <translation>Der Vergessensplan, Fälliges zuerst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/session.py"/>
        <source>The import is done</source>
        <translation>Der Import ist fertig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>The import is done: </source>
        <translation>Der Import ist fertig: </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/session.py"/>
        <source>The import is paused</source>
        <translation>Der Import ist angehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>The import is paused.</source>
        <translation>Der Import ist angehalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>The import was stopped: </source>
        <translation>Der Import wurde gestoppt: </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>The imported vectors of {memories} will be stored beside those in use.{waits} This program does not run the model: in the window, search then works by keywords; programs can bring the vector of their question.</source>
        <translation>Die importierten Vektoren von {memories} werden neben den verwendeten gespeichert.{waits} Dieses Programm führt das Modell nicht aus: im Fenster sucht es dann nach Stichwörtern; Programme können den Vektor ihrer Frage mitbringen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>The index failed</source>
        <translation>Der Index ist ausgefallen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>The index is being rebuilt</source>
        <translation>Der Index wird neu aufgebaut</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>The inspector opens when you select a memory.</source>
        <translation>Der Inspektor öffnet sich, sobald eine Erinnerung ausgewählt ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>The job has ended already.</source>
        <translation>Der Auftrag ist bereits beendet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>The job is cancelled; what it has done stays.</source>
        <translation>Der Auftrag ist abgebrochen; was getan ist, bleibt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>The last run</source>
        <translation>Der letzte Lauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>The latest runs: ✓ succeeded, ✗ failed, ! stopped by a safety check, – not applicable</source>
        <translation>Die letzten Läufe: ✓ gelungen, ✗ misslungen, ! durch eine Sicherheitsprüfung gestoppt, – nicht zutreffend</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>The latest turns of each user that are compared with a question first.</source>
        <translation>Die letzten Gesprächsschritte jedes Nutzers, mit denen eine Frage zuerst verglichen wird.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>The latest words of each user are kept in memory until the program ends; the vault has all.</source>
        <translation>Die letzten Worte jedes Nutzers bleiben im Arbeitsspeicher, bis das Programm endet; der Tresor hat alle.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>The library for the better projection is not installed.</source>
        <translation>Die Bibliothek für die bessere Projektion ist nicht installiert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>The lineage as an outline</source>
        <translation>Die Herkunft als Gliederung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>The log was changed from outside, or its file is damaged. Every event before this one is proven by its chain; this one and all after it are not. Nothing was changed by the check. Go back to a copy of the vault, or export what you still trust.</source>
        <translation>Das Protokoll wurde von außen geändert, oder seine Datei ist beschädigt. Jedes Ereignis davor ist durch seine Kette belegt; dieses und alle danach sind es nicht. Die Prüfung hat nichts geändert. Zu einer Kopie des Tresors zurückkehren oder exportieren, was noch vertrauenswürdig ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>The memories are added to it.</source>
        <translation>Die Erinnerungen werden ihm hinzugefügt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <source>The memories that are recalled most often</source>
        <translation>Die am häufigsten abgerufenen Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>The merged one ended before the sources were retired; they stay</source>
        <translation>Die zusammengeführte endete, bevor die Quellen zurückgezogen waren; sie bleiben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/go_to_date.py"/>
        <source>The month before</source>
        <translation>Der Monat davor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>The most salient memories of each topic (tag, else kind) that eviction leaves.</source>
        <translation>Die salientesten Erinnerungen jedes Themas (Schlagwort, sonst Art), die die Verdrängung übrig lässt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>The name of a new one, or choose one from the list</source>
        <translation>Der Name eines neuen; oder einen aus der Liste wählen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>The new model is in use</source>
        <translation>Das neue Modell ist in Gebrauch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>The newest {listed} merges</source>
        <translation>Die neuesten {listed} Zusammenführungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/go_to_date.py"/>
        <source>The next month</source>
        <translation>Der nächste Monat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>The old parts are kept until the new ones are complete.</source>
        <translation>Die alten Teile bleiben, bis die neuen vollständig sind.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>The only vector is stored</source>
        <translation>Der einzige Vektor ist gespeichert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/past_bar.py"/>
        <source>The past</source>
        <translation>Die Vergangenheit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>The past is searched as in Hybrid; layers are those of now.</source>
        <translation>Die Vergangenheit wird wie bei Hybrid durchsucht; die Schichten sind die von jetzt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>The procedure of this run was purged.</source>
        <translation>Der Ablauf dieses Laufs wurde endgültig gelöscht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>The rating is removed.</source>
        <translation>Die Bewertung ist entfernt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>The run ended: {value}.</source>
        <translation>Der Lauf endete: {value}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>The run goes on.</source>
        <translation>Der Lauf geht weiter.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>The run is stopped. It can be resumed.</source>
        <translation>Der Lauf ist gestoppt. Er kann fortgesetzt werden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>The same fact from a similarity of</source>
        <translation>Derselbe Fakt ab einer Ähnlichkeit von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray_page.py"/>
        <source>The same in every vault.</source>
        <translation>In allen Tresoren gleich.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/language_page.py"/>
        <source>The same in every vault. It takes effect when the program is started again.</source>
        <translation>Gilt für alle Tresore, ab dem nächsten Start des Programms.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>The same text again</source>
        <translation>Derselbe Text noch einmal</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>The search failed. Type again to retry.</source>
        <translation>Die Suche ist fehlgeschlagen. Erneut tippen, um sie zu wiederholen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_dialog.py"/>
        <source>The search is “{query}”, {mode_word} mode, k = {k}.</source>
        <translation>Die Suche ist „{query}“, Modus {mode_word}, k = {k}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>The selected memories</source>
        <translation>Die ausgewählten Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>The sources are back</source>
        <translation>Die Quellen sind zurück</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>The sources are retired and point to the merged one</source>
        <translation>Die Quellen sind zurückgezogen und verweisen auf die zusammengeführte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>The sources stay until the merged one has its vector</source>
        <translation>Die Quellen bleiben, bis die zusammengeführte ihren Vektor hat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>The token in it is that of {name} alone. Copy it before you show other settings: it cannot be shown again.</source>
        <translation>Das Token darin ist das von {name} allein. Kopieren, bevor andere Einstellungen gezeigt werden: Es lässt sich nicht noch einmal zeigen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>The token in it is the one that agents share.</source>
        <translation>Das Token darin ist das gemeinsame aller Agenten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>The turn {said} is held back for review.</source>
        <translation>Der Gesprächsschritt {said} ist zur Durchsicht zurückgehalten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>The turn {said} is not kept. {reason}</source>
        <translation>Der Gesprächsschritt {said} wird nicht behalten. {reason}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>The two models on your queries</source>
        <translation>Die beiden Modelle bei eigenen Anfragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>The typed filters may be too narrow. </source>
        <translation>Die getippten Filter sind vielleicht zu eng. </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>The user asks: “{each}”</source>
        <translation>Der Nutzer fragt: „{each}“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>The user is {each}</source>
        <translation>Der Nutzer ist {each}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>The user’s own examples</source>
        <translation>Die eigenen Beispiele des Nutzers</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>The user’s own words on the response</source>
        <translation>Die eigenen Worte des Nutzers zur Antwort</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>The vault and the model are checked first.</source>
        <translation>Tresor und Modell werden zuerst geprüft.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>The vault did this by itself, or it changed nothing that can be undone.</source>
        <translation>Der Tresor tat das von selbst, oder es änderte nichts, was rückgängig zu machen wäre.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>The vault goes on without the lost events, and its history says so.{saved}</source>
        <translation>Der Tresor macht ohne die verlorenen Ereignisse weiter, und sein Verlauf sagt es.{saved}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>The vault is healthy.</source>
        <translation>Der Tresor ist in Ordnung.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_controller.py"/>
        <source>The vault is opened again in a moment.</source>
        <translation>Der Tresor wird gleich wieder geöffnet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>The vault’s own</source>
        <translation>Dem Tresor eigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>The vault’s own user</source>
        <translation>Eigener Nutzer des Tresors</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>The vectors of {archived} are archived in this vault: nothing is embedded anew.</source>
        <translation>Die Vektoren von {archived} sind in diesem Tresor archiviert: nichts wird neu eingebettet.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>The whole text</source>
        <translation>Der ganze Text</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>The words in which it was felt</source>
        <translation>Die Wörter, in denen es empfunden wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>The {number} dropped files are</source>
        <translation>Diese {number} hierher gezogenen Dateien werden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Their checksums are compared again before that time is up; a file that differs is rebuilt.</source>
        <translation>Ihre Prüfsummen werden vor Ablauf dieser Zeit erneut verglichen; eine abweichende Datei wird neu aufgebaut.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Theme: Dark</source>
        <translation>Erscheinungsbild: Dunkel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Theme: High contrast, dark</source>
        <translation>Erscheinungsbild: Hoher Kontrast, dunkel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Theme: High contrast, light</source>
        <translation>Erscheinungsbild: Hoher Kontrast, hell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Theme: Light</source>
        <translation>Erscheinungsbild: Hell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Theme: System</source>
        <translation>Erscheinungsbild: System</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>Then</source>
        <translation>Damals</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>There is no path between the two.</source>
        <translation>Es gibt keinen Weg zwischen beiden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/screen.py"/>
        <source>There is no screen for the window: neither DISPLAY nor WAYLAND_DISPLAY is set.</source>
        <translation>Für das Fenster gibt es keinen Bildschirm: weder DISPLAY noch WAYLAND_DISPLAY ist gesetzt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>There is no skill yet to match</source>
        <translation>Es gibt noch keine Fähigkeit, die passen könnte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>There is nobody to do it for yet.</source>
        <translation>Es gibt noch niemanden, für den er laufen könnte.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>There is nothing to do for this user. For others there is: {others}. Choose the user above first.</source>
        <translation>Für diesen Nutzer gibt es nichts zu tun. Für andere schon: {others}. Zuerst oben den Nutzer wählen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>There is nothing to do: all turns are in the layers already.</source>
        <translation>Es gibt nichts zu tun: alle Gesprächsschritte sind bereits in den Schichten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>There is nothing to redo.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>They are forgotten, not purged: Undo brings them back.</source>
        <translation>Sie werden vergessen, nicht endgültig gelöscht: Rückgängig holt sie zurück.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>They are packed into one file, from which the model can be changed back; otherwise they are deleted.</source>
        <translation>Sie werden in eine Datei gepackt, aus der sich das Modell zurückwechseln lässt; sonst werden sie gelöscht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>They are written down as one digest and leave the short-term memory. If never, they leave it without one.</source>
        <translation>Sie werden als eine Kurzfassung aufgeschrieben und verlassen das Kurzzeitgedächtnis. Bei „Nie“ verlassen sie es ohne.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>This call wrote nothing that can be undone</source>
        <translation>Dieser Aufruf schrieb nichts, was sich rückgängig machen lässt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>This conversation has not changed the summary.</source>
        <translation>Dieses Gespräch hat die Zusammenfassung nicht geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>This is a fault in the program.</source>
        <translation>Das ist ein Fehler im Programm.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>This is a fault in the program. Nothing was changed.</source>
        <translation>Das ist ein Fehler im Programm. Nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>This is a fault in the program. Nothing was written.</source>
        <translation>Das ist ein Fehler im Programm. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>This memory was not said in a conversation.</source>
        <translation>Diese Erinnerung wurde nicht in einem Gespräch gesagt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>This message is not in its conversation any more.</source>
        <translation>Diese Nachricht ist nicht mehr in ihrem Gespräch.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>This one: {title}</source>
        <translation>Dieses: {title}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>This program</source>
        <translation>Dieses Programm</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>This search failed</source>
        <translation>Diese Suche ist fehlgeschlagen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray_page.py"/>
        <source>This system has no tray for icons.</source>
        <translation>Dieses System hat keinen Infobereich für Symbole.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>This took something back, or brought it back; it is no step of its own.</source>
        <translation>Das nahm etwas zurück oder holte es wieder; es ist kein eigener Schritt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>This turn is an alternative that was left.</source>
        <translation>Dieser Gesprächsschritt ist eine verlassene Alternative.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>This turn is not there any more.</source>
        <translation>Dieser Gesprächsschritt ist nicht mehr da.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>This vault has {told}, which can be restored.</source>
        <translation>Dieser Tresor hat {told}; sie lassen sich wiederherstellen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/view.py"/>
        <source>This view has nothing to search in.{hint}</source>
        <translation>In dieser Ansicht gibt es nichts zu durchsuchen.{hint}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>This window does not serve agents</source>
        <translation>Dieses Fenster bedient keine Agenten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>This window does not serve agents.</source>
        <translation>Dieses Fenster bedient keine Agenten.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Three ways to begin. Everything stays on this computer.</source>
        <translation>Drei Wege für den Anfang. Alles bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>Three ways to fill this view. Everything stays on this computer.</source>
        <translation>Drei Wege, diese Ansicht zu füllen. Alles bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/lineage_table.py"/>
        <source>Through</source>
        <translation>Über</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <source>Tick what is to be added.</source>
        <translation>Ankreuzen, was hinzugefügt werden soll.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <location filename="../../memory_desktop/models/command_table.py"/>
        <location filename="../../memory_desktop/models/event_table.py"/>
        <location filename="../../memory_desktop/models/facets.py"/>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Time to fade by</source>
        <translation>Zeit, um die verblasst wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Timeline of all conversations</source>
        <translation>Zeitachse aller Gespräche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_plot.py"/>
        <source>Timeline of episodes by significance; the list beside it says the same</source>
        <translation>Zeitachse der Episoden nach Bedeutsamkeit; die Liste daneben sagt dasselbe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>Title of the new conversation</source>
        <translation>Titel des neuen Gesprächs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>To &amp;clarify</source>
        <translation>Zu &amp;klären</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>To e&amp;xplore</source>
        <translation>Zu &amp;erkunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sessions.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>Together {memories}, of which {what} in {every}.</source>
        <translation>Zusammen {memories}, davon {what} in {every}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Told by</source>
        <translation>Zeugnis von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <source>Too little speaks for them to be shown unasked</source>
        <translation>Zu wenig spricht für sie, um sie ungefragt zu zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Took down {n} message</source>
        <translation>
            <numerusform>{n} Nachricht aufgezeichnet</numerusform>
            <numerusform>{n} Nachrichten aufgezeichnet</numerusform>
        </translation>
        <extra-many>Took down {n} messages</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/board_commands.py"/>
        <source>Took {item} off the board.</source>
        <translation>{item} von der Tafel genommen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <location filename="../../memory_desktop/models/thread_table.py"/>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Tools for agents</source>
        <translation>Werkzeuge für Agenten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Topics of turns that are not recorded</source>
        <translation>Themen von Gesprächsschritten, die nicht aufgezeichnet werden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Totals</source>
        <translation>Summen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>Transcript</source>
        <translation>Mitschrift</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Transcript at hand</source>
        <translation>Mitschrift zur Hand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/preferences.py"/>
        <location filename="../../memory_desktop/ui/window/tray_page.py"/>
        <source>Tray</source>
        <translation>Infobereich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray_page.py"/>
        <source>Tray: an icon beside the system’s clock</source>
        <translation>Infobereich: ein Symbol neben der Systemuhr</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Trigger</source>
        <translation>Auslöser</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Triggers</source>
        <translation>Auslöser</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Try</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>Try a request: what would you ask?</source>
        <translation>Einen Wunsch ausprobieren: wie würde die Frage lauten?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/session.py"/>
        <source>Try again in Agents, or open the vault again.</source>
        <translation>Unter Agenten erneut versuchen oder den Tresor neu öffnen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>Try anything in it. A short guided tour shows what is where.</source>
        <translation>Darin lässt sich alles ausprobieren. Ein kurzer Rundgang zeigt, was wo ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Turn</source>
        <translation>Gesprächsschritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Turn ID: {id}</source>
        <translation>Gesprächsschritt-ID: {id}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Turn recorded</source>
        <translation>Gesprächsschritt aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>Turns</source>
        <translation>Gesprächsschritte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Turns are relevant from</source>
        <translation>Gesprächsschritte sind relevant ab</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Turns become episodes; what comes up in several becomes concepts, procedures and emotional events. One run is one step of undo.</source>
        <translation>Gesprächsschritte werden zu Episoden; was in mehreren vorkommt, wird zu Begriffen, Abläufen und Gefühlsereignissen. Ein Lauf ist ein Schritt von Rückgängig.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Turns found at the most</source>
        <translation>Gesprächsschritte höchstens gefunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/thread_list.py"/>
        <source>Turns of the conversation</source>
        <translation>Schritte des Gesprächs</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Turns that mean what is asked; its weight in an answer over all layers, 0 is none.</source>
        <translation>Gesprächsschritte, die das Gefragte bedeuten; ihr Gewicht in einer Antwort über alle Schichten, 0 ist keins.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <source>Turns that were left out are learned from now.</source>
        <translation>Aus ausgelassenen Gesprächsschritten wird ab jetzt gelernt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>Two main directions</source>
        <translation>Zwei Hauptrichtungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Two values of one property.</source>
        <translation>Zwei Werte einer Eigenschaft.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/event_table.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/palette.py"/>
        <source>Type a command</source>
        <translation>Befehl eingeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Type of event</source>
        <translation>Art des Ereignisses</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>U&amp;ser</source>
        <translation>N&amp;utzer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Understanding</source>
        <translation>Verständnis</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>Undid {n} step</source>
        <translation>
            <numerusform>{n} Schritt rückgängig gemacht</numerusform>
            <numerusform>{n} Schritte rückgängig gemacht</numerusform>
        </translation>
        <extra-many>Undid {n} steps</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <location filename="../../memory_desktop/ui/window/own_undo.py"/>
        <location filename="../../memory_desktop/ui/window/teller.py"/>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Undo agents’ last step</source>
        <translation>Letzten Schritt von Agenten rückgängig machen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>Undo agents’ last step{named}</source>
        <translation>Letzten Schritt von Agenten rückgängig machen{named}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/banner.py"/>
        <source>Undo all</source>
        <translation>Alles rückgängig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>Undo this command</source>
        <translation>Diesen Befehl rückgängig machen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Undo what the line is about</source>
        <translation>Rückgängig machen, worum es in der Zeile geht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Undo what this call wrote</source>
        <translation>Rückgängig machen, was dieser Aufruf schrieb</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Undo {step}: {step_names}</source>
        <translation>{step} rückgängig machen: {step_names}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Undo: {names}</source>
        <translation>Rückgängig: {names}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Undoing</source>
        <translation>Wird rückgängig gemacht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <location filename="../../memory_desktop/models/command_table.py"/>
        <location filename="../../memory_desktop/models/words.py"/>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>Undone</source>
        <translation>Rückgängig gemacht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Undone or redone</source>
        <translation>Rückgängig gemacht oder wiederholt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>Undone: {change}</source>
        <translation>Rückgängig gemacht: {change}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Undone: {names}.</source>
        <translation>Rückgängig gemacht: {names}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/imports_dialog.py"/>
        <source>Undone: {name}.</source>
        <translation>Rückgängig gemacht: {name}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Unit of time</source>
        <translation>Zeiteinheit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Unlike everything else</source>
        <translation>Anders als alles andere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>Unmerge</source>
        <translation>Wieder trennen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Unmerged {merged} into {memories}.</source>
        <translation>{merged} wieder in {memories} getrennt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>Unmerged “{name}” into {assembly}.</source>
        <translation>„{name}“ wieder in {assembly} getrennt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>Update preview</source>
        <translation>Vorschau aktualisieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Updated</source>
        <translation>Aktualisiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>Updated {last_updated}</source>
        <translation>Aktualisiert {last_updated}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>Updated {last_updated}, {updates}</source>
        <translation>Aktualisiert {last_updated}, {updates}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>Upgrading the vault, which has an earlier format; a copy of it is kept. Events</source>
        <translation>Der Tresor hat ein früheres Format und wird umgestellt; eine Kopie bleibt. Ereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Use counted</source>
        <translation>Nutzung gezählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <source>Use operators, as in a search: kind:, tag:, layer:, source:, after:, before:.</source>
        <translation>Operatoren wie in einer Suche verwenden: kind:, tag:, layer:, source:, after:, before:.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Use the imported text; mine is kept as superseded</source>
        <translation>Den importierten Text verwenden; der eigene bleibt als ersetzt erhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Use the new model</source>
        <translation>Neues Modell verwenden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>Use the other model?</source>
        <translation>Das andere Modell verwenden?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Useful</source>
        <translation>Nützlich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/models/thread_table.py"/>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>User</source>
        <translation>Nutzer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>User said</source>
        <translation>Nutzer sagte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>User whose memory is shown</source>
        <translation>Nutzer, dessen Gedächtnis gezeigt wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>Users</source>
        <translation>Nutzer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>Users that a job is run for</source>
        <translation>Nutzer, für die ein Auftrag läuft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Usual mood</source>
        <translation>Übliche Stimmung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/welcome.py"/>
        <source>VAULT</source>
        <translation>TRESOR</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>Valence</source>
        <translation>Valenz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Valence and arousal</source>
        <translation>Valenz und Erregung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>Valence over time</source>
        <translation>Valenz im Zeitverlauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Valence, unpleasant (-1) to pleasant (1)</source>
        <translation>Valenz, unangenehm (-1) bis angenehm (1)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <location filename="../../memory_desktop/ui/window/switcher.py"/>
        <source>Vault</source>
        <translation>Tresor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Vault ID</source>
        <translation>Tresor-ID</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Vault created</source>
        <translation>Tresor angelegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Vault format</source>
        <translation>Tresorformat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Vault {name}</source>
        <translation>Tresor {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>Vault {path}</source>
        <translation>Tresor {path}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <source>Vector</source>
        <translation>Vektor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Vector by</source>
        <translation>Vektor von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Vector index</source>
        <translation>Vektorindex</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Vector stored</source>
        <translation>Vektor gespeichert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>Vector stored or verified {synced_at}</source>
        <translation>Vektor gespeichert oder geprüft {synced_at}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <source>Vector: {text}</source>
        <translation>Vektor: {text}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Vectors are stored again.</source>
        <translation>Vektoren werden wieder gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>Vectors imported</source>
        <translation>Vektoren importiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Vectors made by:</source>
        <translation>Vektoren berechnet durch:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Vectors may be unverified for</source>
        <translation>Vektoren dürfen ungeprüft sein für</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Vectors of another model {came} for {memories}: File &gt; Embedding model uses them.</source>
        <translation>Vektoren eines anderen Modells {came} für {memories}: Datei &gt; Einbettungsmodell verwendet sie.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Vectors stored</source>
        <translation>Gespeicherte Vektoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Vectors stored in each second</source>
        <translation>In jeder Sekunde gespeicherte Vektoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Vectors stored per second</source>
        <translation>Gespeicherte Vektoren je Sekunde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/throughput_plot.py"/>
        <source>Vectors stored per second, over the last minutes</source>
        <translation>Gespeicherte Vektoren je Sekunde, in den letzten Minuten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Verified</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <source>View the vault as of this moment</source>
        <translation>Tresor zu diesem Zeitpunkt ansehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <source>View the vault at this event</source>
        <translation>Tresor bei diesem Ereignis ansehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>View the vault before this</source>
        <translation>Tresor vor diesem Schritt ansehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <source>View this moment</source>
        <translation>Diesen Zeitpunkt ansehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>View this snapshot</source>
        <translation>Diese Momentaufnahme ansehen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Wait for an answer</source>
        <translation>Auf eine Antwort warten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>Waiting for you</source>
        <translation>Wartet auf Entscheidung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <source>Waiting since</source>
        <translation>Wartet seit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>Warnings ({warnings})</source>
        <translation>Warnungen ({warnings})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Was it useful?</source>
        <translation>War es nützlich?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Weaker items stay on the board, but are not given to a recall.</source>
        <translation>Schwächere Einträge bleiben auf der Tafel, gehen aber nicht in einen Abruf ein.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>Week from</source>
        <translation>Woche ab</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Weigh by salience</source>
        <translation>Nach Salienz gewichten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Weigh by trust</source>
        <translation>Nach Vertrauen gewichten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Weigh by usefulness</source>
        <translation>Nach Nützlichkeit gewichten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Weight of the answers</source>
        <translation>Gewicht der Antworten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Weight of what the user said</source>
        <translation>Gewicht dessen, was der Nutzer sagte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>What agents and people learned, changed and forgot since you last looked. A line opens into its memories, and can be undone from here.</source>
        <translation>Was Agenten und Menschen seit dem letzten Besuch gelernt, geändert und vergessen haben. Eine Zeile öffnet ihre Erinnerungen und lässt sich von hier rückgängig machen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What agents call you</source>
        <translation>Wie Agenten den Eigentümer nennen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What agents write waits for approval</source>
        <translation>Was Agenten schreiben, wartet auf Genehmigung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What an assembly lifts that matches the query; its weight in an answer over all layers, 0 is none.</source>
        <translation>Was ein zur Anfrage passender Verband anhebt; sein Gewicht in einer Antwort über alle Schichten, 0 ist keins.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>What attention is on</source>
        <translation>Worauf die Aufmerksamkeit liegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>What brings it in</source>
        <translation>Was ihn ins Spiel bringt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>What came</source>
        <translation>Was kam</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_dialog.py"/>
        <source>What did you expect?</source>
        <translation>Was wurde erwartet?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>What did you say? (may be left empty where there is an answer)</source>
        <translation>Was wurde gesagt? (darf leer bleiben, wenn es eine Antwort gibt)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>What do you want to import?</source>
        <translation>Was soll importiert werden?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>What each conversation adds to the summary is listed here.</source>
        <translation>Was jedes Gespräch zur Zusammenfassung beiträgt, steht hier.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/layer_weights.py"/>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>What each layer counts</source>
        <translation>Was jede Schicht zählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/layer_weights.py"/>
        <source>What each layer counts: {others}</source>
        <translation>Was jede Schicht zählt: {others}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/event_table.py"/>
        <location filename="../../memory_desktop/ui/inspector/history_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>What happened (may be empty)</source>
        <translation>Was geschah (darf leer sein)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>What happened and what was said, turn by turn</source>
        <translation>Was geschah und was gesagt wurde, Schritt für Schritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What happened and what was said; its weight in an answer over all layers, 0 is none.</source>
        <translation>Was geschah und was gesagt wurde; sein Gewicht in einer Antwort über alle Schichten, 0 ist keins.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>What happened to the memories</source>
        <translation>Was mit den Erinnerungen geschah</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>What helped</source>
        <translation>Was half</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>What is at hand in each conversation</source>
        <translation>Was in jedem Gespräch zur Hand ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>What is behind the jobs</source>
        <translation>Was hinter den Aufträgen steht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>What is e&amp;xpected of it</source>
        <translation>Was e&amp;rwartet wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>What is known at the start</source>
        <translation>Was zu Beginn bekannt ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>What is known now</source>
        <translation>Was jetzt bekannt ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>What is known now, as mood=calm; age=30 (may be empty)</source>
        <translation>Was jetzt bekannt ist, als mood=calm; age=30 (darf leer sein)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>What is known: {wanted}</source>
        <translation>Was bekannt ist: {wanted}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>What is merged, memories or assemblies, is listed here with its sources.</source>
        <translation>Was zusammengeführt wird, Erinnerungen oder Verbände, steht hier mit seinen Quellen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>What is near the concept</source>
        <translation>Was nahe beim Begriff liegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What is on the board of the conversation; its weight in an answer over all layers, 0 is none.</source>
        <translation>Was auf der Tafel des Gesprächs steht; sein Gewicht in einer Antwort über alle Schichten, 0 ist keins.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>What is wrong</source>
        <translation>Was nicht stimmt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>What it is &amp;for</source>
        <translation>&amp;Wozu sie dient</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>What it is for</source>
        <translation>Wozu es dient</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>What it wrote stays</source>
        <translation>Was er schrieb, bleibt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>What kept it out</source>
        <translation>Was sie fernhielt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What names no user, as the conversations that you imported, is yours. Agents that name their user get it only for this name; other users get of it only notes that speak of nobody in particular.</source>
        <translation>Was keinen Nutzer nennt, wie importierte Gespräche, gehört dem Eigentümer. Agenten, die ihren Nutzer nennen, bekommen es nur für diesen Namen; andere Nutzer bekommen davon nur Notizen, die von niemandem im Besonderen sprechen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What programs get that ask through this one without naming a model; nothing: what they name.</source>
        <translation>Was Programme bekommen, die hierüber fragen, ohne ein Modell zu nennen; leer: was sie nennen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>What set it off</source>
        <translation>Was es auslöste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>What should be remembered?</source>
        <translation>Was soll gemerkt werden?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>What starts each job</source>
        <translation>Was jeden Auftrag startet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>What the &amp;step is</source>
        <translation>Was der &amp;Schritt ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>What the MCP memory server reads: names and texts. The rest of each memory goes into a second file; runs, boards, protection and summaries are in neither.</source>
        <translation>Was der MCP-Gedächtnisserver liest: Namen und Texte. Der Rest jeder Erinnerung kommt in eine zweite Datei; Läufe, Tafeln, Schutz und Zusammenfassungen sind in keiner von beiden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>What the agent is told when the skill matches</source>
        <translation>Was dem Agenten gesagt wird, wenn die Fähigkeit passt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>What the command did to memories</source>
        <translation>Was der Befehl mit Erinnerungen tat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>What the concept means</source>
        <translation>Was der Begriff bedeutet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>What the last check covered</source>
        <translation>Was die letzte Prüfung umfasste</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>What the last check found</source>
        <translation>Was die letzte Prüfung fand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What the likeness of a question to an answer counts; 0 leaves answers out.</source>
        <translation>Was die Ähnlichkeit einer Frage mit einer Antwort zählt; 0 lässt Antworten weg.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What the likeness of a question to the user's words counts; 0 leaves them out.</source>
        <translation>Was die Ähnlichkeit einer Frage mit den Worten des Nutzers zählt; 0 lässt sie weg.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>What the merged text would lose</source>
        <translation>Was der zusammengeführte Text verlieren würde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>What the plot shows</source>
        <translation>Was das Diagramm zeigt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What the server calls the model that judges texts.</source>
        <translation>Wie der Server das Modell nennt, das Texte beurteilt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What the server calls the model that reads and summarises.</source>
        <translation>Wie der Server das Modell nennt, das liest und zusammenfasst.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>What the skill is for</source>
        <translation>Wozu die Fähigkeit dient</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>What the skill puts into the prompt</source>
        <translation>Was die Fähigkeit in die Eingabe an das Modell setzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>What the turn’s agent recalled for the same user in this conversation, until the turn ended, is listed here.</source>
        <translation>Was der Agent dieses Gesprächsschritts bis zu dessen Ende für denselben Nutzer in diesem Gespräch abrief, steht hier.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>What the user gets wrong</source>
        <translation>Was der Nutzer falsch versteht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>What the user said</source>
        <translation>Was der Nutzer sagte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>What the user wanted</source>
        <translation>Was der Nutzer wollte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>What this agent writes waits in Review until you release it</source>
        <translation>Was dieser Agent schreibt, wartet in der Durchsicht auf Freigabe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>What to &amp;do</source>
        <translation>Was zu &amp;tun ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>What to do with conflicts</source>
        <translation>Was mit Konflikten geschieht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>What to remember</source>
        <translation>Was behalten wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>What waits for a decision</source>
        <translation>Was auf eine Entscheidung wartet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>What was answered</source>
        <translation>Was geantwortet wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/command_table.py"/>
        <location filename="../../memory_desktop/ui/history/history_view.py"/>
        <source>What was done</source>
        <translation>Was getan wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>What was done, by day and actor</source>
        <translation>Was getan wurde, nach Tag und Urheber</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>What was felt, about what, and what helped</source>
        <translation>Was empfunden wurde, worüber, und was half</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>What was felt; its weight in an answer over all layers, 0 is none.</source>
        <translation>Was empfunden wurde; sein Gewicht in einer Antwort über alle Schichten, 0 ist keins.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>What was learned from the turn</source>
        <translation>Was aus dem Gesprächsschritt gelernt wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>What was recalled and useful, by origin</source>
        <translation>Was abgerufen wurde und nützlich war, nach Ursprung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>What was recalled for the turn</source>
        <translation>Was für den Gesprächsschritt abgerufen wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>What was redone can be undone in History.</source>
        <translation>Was wiederholt wurde, lässt sich im Verlauf rückgängig machen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>What was said</source>
        <translation>Was gesagt wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>What was said is learned from here, and when a conversation goes on, or short-term memory fills up, the jobs that are switched on run. You can also run one now. What earlier jobs have made is in History.</source>
        <translation>Aus Gesagtem wird ab hier gelernt, und wenn ein Gespräch weitergeht oder das Kurzzeitgedächtnis sich füllt, laufen die eingeschalteten Aufträge. Einer lässt sich auch jetzt ausführen. Was frühere Aufträge gemacht haben, steht im Verlauf.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>What was taken back can be redone in History.</source>
        <translation>Was zurückgenommen wurde, lässt sich im Verlauf wiederholen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>What was the answer? (may be left empty)</source>
        <translation>Wie lautete die Antwort? (darf leer bleiben)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>What was written</source>
        <translation>Was geschrieben wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>What would be made</source>
        <translation>Was entstehen würde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/meanwhile.py"/>
        <source>What you changed was changed meanwhile by somebody else, too. Nothing has been saved yet.</source>
        <translation>Was hier geändert wurde, hat inzwischen auch jemand anders geändert. Noch ist nichts gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>What you leave out is read from the words.</source>
        <translation>Was offen bleibt, wird aus den Wörtern gelesen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>What you set here is never overwritten by the program.</source>
        <translation>Was hier festgelegt ist, überschreibt das Programm nie.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_form.py"/>
        <source>What you set here stays until you clear it</source>
        <translation>Was hier festgelegt ist, bleibt, bis es geleert wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>What {name} writes is stored at once.</source>
        <translation>Was {name} schreibt, wird sofort gespeichert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>What {name} writes waits in Review.</source>
        <translation>Was {name} schreibt, wartet in der Durchsicht.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/layer_weights.py"/>
        <source>What {title} counts</source>
        <translation>Was {title} zählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/history_tab.py"/>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>When a turn is recorded, what is known of its user can be read and edited here.</source>
        <translation>Sobald ein Gesprächsschritt aufgezeichnet ist, lässt sich hier lesen und bearbeiten, was über seinen Nutzer bekannt ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>When an agent remembers something or asks for memories, the call is shown here at once: who, what, what came of it and how long it took.</source>
        <translation>Wenn ein Agent sich etwas merkt oder nach Erinnerungen fragt, steht der Aufruf sofort hier: wer, was, was daraus wurde und wie lange es dauerte.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>When it applies</source>
        <translation>Wann er gilt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>When it was felt</source>
        <translation>Wann es gefühlt wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/add_turn.py"/>
        <source>When it was said</source>
        <translation>Wann es gesagt wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>When memories are due</source>
        <translation>Wann Erinnerungen fällig sind</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>When something new contradicts what is known of a concept, both are kept and listed here, until you say which of them is right.</source>
        <translation>Wenn Neues dem widerspricht, was über einen Begriff bekannt ist, wird beides behalten und hier gelistet, bis entschieden ist, was stimmt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>When: {timestamp}</source>
        <translation>Wann: {timestamp}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Where the concept is from</source>
        <translation>Woher der Begriff stammt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Where the user is</source>
        <translation>Wo der Nutzer steht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>Where the vectors of assemblies stand is listed here.</source>
        <translation>Wie es um die Vektoren der Verbände steht, wird hier gezeigt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Which gate's items are listed</source>
        <translation>Einträge welcher Schleuse gezeigt werden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Which items are listed</source>
        <translation>Welche Einträge gezeigt werden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>Which memories</source>
        <translation>Welche Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>While this vault is open, agents on this computer that have its token may connect, and no one else.</source>
        <translation>Solange dieser Tresor offen ist, dürfen sich Agenten auf diesem Computer verbinden, die sein Token haben, und sonst niemand.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Who recalled what, and for which query; what is recalled counts as a little more useful.</source>
        <translation>Wer was abrief und für welche Anfrage; Abgerufenes zählt als etwas nützlicher.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Who they are</source>
        <translation>Wer sie sind</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>Who uses the vault, and each call as it comes. You can pause an agent, undo what it wrote, or let its changes wait for your approval. “Connect a client” has the settings to copy.</source>
        <translation>Wer den Tresor nutzt, und jeder Aufruf, sobald er kommt. Ein Agent lässt sich anhalten, sein Schreiben rückgängig machen oder von einer Genehmigung abhängig machen. „Client verbinden“ hat die Einstellungen zum Kopieren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>Who: {user}, recorded by {writers}</source>
        <translation>Wer: {user}, aufgezeichnet von {writers}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Whose board, and of which conversation</source>
        <translation>Wessen Tafel und aus welchem Gespräch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>Whose calls are listed</source>
        <translation>Wessen Aufrufe gezeigt werden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>Whose concept it will be</source>
        <translation>Wem der Begriff gehören wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>Whose conversations</source>
        <translation>Wessen Gespräche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/layers_view.py"/>
        <location filename="../../memory_desktop/ui/search/mode_bar.py"/>
        <source>Whose memories</source>
        <translation>Wessen Erinnerungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Whose understanding</source>
        <translation>Wessen Verständnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <location filename="../../memory_desktop/ui/inspector/inspector.py"/>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>Why a hit is there</source>
        <translation>Warum ein Treffer dabei ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <source>Why a memory is not among the hits</source>
        <translation>Warum eine Erinnerung nicht unter den Treffern ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>Why going back is offered</source>
        <translation>Warum eine Rückkehr angeboten wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Why is it not among the hits?</source>
        <translation>Warum ist sie nicht unter den Treffern?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>Why it is held back</source>
        <translation>Warum es zurückgehalten ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_card.py"/>
        <source>Why it is not among the hits</source>
        <translation>Warum sie nicht unter den Treffern ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <source>Why it was made</source>
        <translation>Warum er angelegt wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Why it was recalled</source>
        <translation>Warum sie abgerufen wurde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>Why not among the hits?</source>
        <translation>Warum nicht unter den Treffern?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>With more, those of least salience are forgotten; 0 is no limit.</source>
        <translation>Bei mehr werden die mit der geringsten Salienz vergessen; 0 ist unbegrenzt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>With vectors</source>
        <translation>Mit Vektoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <source>Without a name</source>
        <translation>Ohne Namen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>Without vector</source>
        <translation>Ohne Vektor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>Words and typed operators such as kind:pref or tag:work</source>
        <translation>Wörter und getippte Operatoren wie kind:pref oder tag:work</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>Words are looked for in the topics and in what was said. Search finds by meaning, too.</source>
        <translation>Wörter werden in den Themen und in dem gesucht, was gesagt wurde. Die Suche findet auch nach der Bedeutung.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>Words for feelings</source>
        <translation>Wörter für Gefühle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <source>Words of the memories, or operators such as tag:work</source>
        <translation>Wörter der Erinnerungen oder Operatoren wie tag:work</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/why_not_dialog.py"/>
        <source>Words of the memory, or its id</source>
        <translation>Wörter der Erinnerung oder ihre ID</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>Words of turns that are not recorded</source>
        <translation>Wörter von Gesprächsschritten, die nicht aufgezeichnet werden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <source>Words, “phrases”, kind:pref tag:work before:2026 …</source>
        <translation>Wörter, „Wendungen“, kind:pref tag:work before:2026 …</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>Working</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Working memory</source>
        <translation>Arbeitsgedächtnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Working memory: what is at hand while one talks</source>
        <translation>Arbeitsgedächtnis: was beim Reden zur Hand ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Worth an episode from a salience of</source>
        <translation>Eine Episode wert ab einer Salienz von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/procedure_lines.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Write channel=phone; age=30.</source>
        <translation>channel=phone; age=30 schreiben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/ways.py"/>
        <source>Write down what was said and what was answered.</source>
        <translation>Aufschreiben, was gesagt und was geantwortet wurde.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/procedure_lines.py"/>
        <source>Write “mood equals calm”, “age ≥ 18” or “name is known”.</source>
        <translation>„mood equals calm“, „age ≥ 18“ oder „name is known“ schreiben.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>Writes</source>
        <translation>Schreibvorgänge</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>Written by</source>
        <translation>Geschrieben von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>Written down by hand, without a source.</source>
        <translation>Von Hand aufgeschrieben, ohne Quelle.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Yes; while it is away, hold texts</source>
        <translation>Ja; solange es fehlt, Texte zurückhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>Yes; while it is away, texts stay</source>
        <translation>Ja; solange es fehlt, bleiben Texte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sessions.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>You</source>
        <translation>Ich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>You are looking at the past; go back to now to undo something.</source>
        <translation>Angesehen wird die Vergangenheit; zum Rückgängigmachen zum Jetzt zurückkehren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>You see a preview before anything is imported.</source>
        <translation>Vor dem Import erscheint eine Vorschau.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/errors.py"/>
        <source>Your memories are safe: what was acknowledged is kept. Copy the details into a bug report.</source>
        <translation>Die Erinnerungen sind sicher: was bestätigt wurde, bleibt. Die Einzelheiten in einen Fehlerbericht kopieren.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>Your rating</source>
        <translation>Eigene Bewertung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/export.py"/>
        <source>a lineage is written as {filters}, not as {other}</source>
        <translation>eine Herkunft wird als {filters} geschrieben, nicht als {other}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/key_bindings.py"/>
        <source>a list, for itself</source>
        <translation>einer Liste, für sich selbst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>a name</source>
        <translation>ein Name</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>a step</source>
        <translation>einem Schritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>a text for the prompt</source>
        <translation>ein Text für die Eingabe an das Modell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>accept a loss</source>
        <translation>Verlust hinnehmen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>activate assemblies</source>
        <translation>Verbände aktivieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>age: 41</source>
        <translation>age: 41</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>ageing</source>
        <translation>alternd</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>ageing </source>
        <translation>alternd </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>all of them</source>
        <translation>alle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/layer_weights.py"/>
        <source>all the same</source>
        <translation>alle gleich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>all vectors up to date</source>
        <translation>alle Vektoren aktuell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>an alternative</source>
        <translation>einer Alternative</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>an exact phrase, without a word</source>
        <translation>eine genaue Wendung, ohne ein Wort</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>and {items} more</source>
        <translation>und {items} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>and {more} more</source>
        <translation>und {more} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>archived vectors</source>
        <translation>archivierte Vektoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_plot.py"/>
        <source>arousal: calm to excited</source>
        <translation>Erregung: ruhig bis aufgeregt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>as fast</source>
        <translation>gleich schnell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>as good</source>
        <translation>gleich gut</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>as of event {as_of}</source>
        <translation>Stand Ereignis {as_of}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>assemblies</source>
        <translation>Verbände</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>assembly</source>
        <translation>Verband</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>at least {low}</source>
        <translation>mindestens {low}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>before:2026-03 after:2025</source>
        <translation>before:2026-03 after:2025</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>better</source>
        <translation>besser</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>both</source>
        <translation>beiden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>by Undo</source>
        <translation>durch Rückgängig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>by a language model</source>
        <translation>durch ein Sprachmodell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>by year, month or day</source>
        <translation>nach Jahr, Monat oder Tag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>by you</source>
        <translation>selbst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>came</source>
        <translation>kamen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change assembly</source>
        <translation>Verband ändern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change embedding model</source>
        <translation>Einbettungsmodell wechseln</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change setting {name}</source>
        <translation>Einstellung {name} ändern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change the board</source>
        <translation>Tafel ändern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change the board’s {field}</source>
        <translation>Tafel ändern: {field}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change the board’s {field} and {more} more</source>
        <translation>Tafel ändern: {field} und {more} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change turn</source>
        <translation>Gesprächsschritt ändern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change vault format</source>
        <translation>Tresorformat ändern</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung ändern</numerusform>
            <numerusform>{n} Erinnerungen ändern</numerusform>
        </translation>
        <extra-many>change {n} memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>change {n} setting</source>
        <translation>
            <numerusform>{n} Einstellung ändern</numerusform>
            <numerusform>{n} Einstellungen ändern</numerusform>
        </translation>
        <extra-many>change {n} settings</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>checked {when}</source>
        <translation>geprüft {when}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>clarifications</source>
        <translation>Klärungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>cleared</source>
        <translation>geleert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>concepts</source>
        <translation>Begriffe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_graph.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>confidence {share}</source>
        <translation>Gewissheit {share}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>conflict</source>
        <translation>Widerspruch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>copy of the earlier format</source>
        <translation>Kopie im früheren Format</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>correct episode</source>
        <translation>Episode korrigieren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>create vault</source>
        <translation>Tresor anlegen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/canvas.py"/>
        <source>created {when}</source>
        <translation>erstellt {when}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>damaged copies</source>
        <translation>beschädigte Kopien</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>digests</source>
        <translation>Kurzfassungen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>discard {n} item</source>
        <translation>
            <numerusform>{n} Eintrag verwerfen</numerusform>
            <numerusform>{n} Einträge verwerfen</numerusform>
        </translation>
        <extra-many>discard {n} items</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>dissolve {n} assembly</source>
        <translation>
            <numerusform>{n} Verband auflösen</numerusform>
            <numerusform>{n} Verbände auflösen</numerusform>
        </translation>
        <extra-many>dissolve {n} assemblies</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>duplicate</source>
        <translation>Dublette</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>duplicate         </source>
        <translation>Widerspruch       </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>edit</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>edit concept {name}</source>
        <translation>Begriff {name} bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>edit emotional event</source>
        <translation>Gefühlsereignis bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>edit memory</source>
        <translation>Erinnerung bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>edit procedure {name}</source>
        <translation>Ablauf {name} bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>edit skill {name}</source>
        <translation>Fähigkeit {name} bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>edit summary</source>
        <translation>Zusammenfassung bearbeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>emotional</source>
        <translation>emotional</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>emotional events</source>
        <translation>Gefühlsereignisse</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>emotional patterns</source>
        <translation>Gefühlsmuster</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>engagement</source>
        <translation>Beteiligung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>episodes {episodes} (turns)</source>
        <translation>episodes {episodes} (Gesprächsschritte)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>episodic</source>
        <translation>episodisch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>event {seq}</source>
        <translation>Ereignis {seq}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>evict {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung verdrängen</numerusform>
            <numerusform>{n} Erinnerungen verdrängen</numerusform>
        </translation>
        <extra-many>evict {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>facts</source>
        <translation>Fakten</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>fade {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung verblassen lassen</numerusform>
            <numerusform>{n} Erinnerungen verblassen lassen</numerusform>
        </translation>
        <extra-many>fade {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>failed</source>
        <translation>misslungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>faster</source>
        <translation>schneller</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>fill the layers</source>
        <translation>Schichten füllen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>focus</source>
        <translation>Hauptaugenmerk</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>for “{query}”, {mode_word} mode</source>
        <translation>für „{query}“, Modus {mode_word}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>forget {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung vergessen</numerusform>
            <numerusform>{n} Erinnerungen vergessen</numerusform>
        </translation>
        <extra-many>forget {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>forgotten</source>
        <translation>vergessen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>fresh</source>
        <translation>frisch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>from centre</source>
        <translation>vom Mittelpunkt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_plot.py"/>
        <source>from its source</source>
        <translation>von ihrer Quelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/drift_tab.py"/>
        <source>from previous month</source>
        <translation>vom Vormonat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>from {low} to {high}</source>
        <translation>von {low} bis {high}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>from: {name}</source>
        <translation>aus: {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>general</source>
        <translation>Allgemeines</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>generation</source>
        <translation>erzeugt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>has it</source>
        <translation>enthält sie</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>hold {n} item</source>
        <translation>
            <numerusform>{n} Eintrag zurückhalten</numerusform>
            <numerusform>{n} Einträge zurückhalten</numerusform>
        </translation>
        <extra-many>hold {n} items</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>holds now</source>
        <translation>gilt jetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>how much stays</source>
        <translation>wie viel bleibt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>import vectors</source>
        <translation>Vektoren importieren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>import vectors of {n} memory</source>
        <translation>
            <numerusform>Vektoren von {n} Erinnerung importieren</numerusform>
            <numerusform>Vektoren von {n} Erinnerungen importieren</numerusform>
        </translation>
        <extra-many>import vectors of {n} memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>import {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung importieren</numerusform>
            <numerusform>{n} Erinnerungen importieren</numerusform>
        </translation>
        <extra-many>import {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>in 12 minutes</source>
        <translation>in 12 Minuten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>in Health</source>
        <translation>unter Zustand</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>in total</source>
        <translation>insgesamt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <source>in turn</source>
        <translation>der Reihe nach</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <source>in {seconds} min</source>
        <translation>in {seconds} min</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <source>in {seconds} s</source>
        <translation>in {seconds} s</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>in {time}</source>
        <translation>in {time}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>includes superseded and forgotten memories</source>
        <translation>schließt ersetzte und vergessene Erinnerungen ein</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>indexed</source>
        <translation>indiziert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>it</source>
        <translation>es</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>its source</source>
        <translation>ihre Quelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>joy, fear, … or nothing</source>
        <translation>Freude, Furcht, … oder nichts</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>keep both of {n} pair</source>
        <translation>
            <numerusform>beide von {n} Paar behalten</numerusform>
            <numerusform>beide von {n} Paaren behalten</numerusform>
        </translation>
        <extra-many>keep both of {n} pairs</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>keyword</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>keyword documents</source>
        <translation>Stichwortdokumente</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <source>kind:pref tag:work after:2026-01</source>
        <translation>kind:pref tag:work after:2026-01</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>label query</source>
        <translation>Anfrage markieren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>label {n} query</source>
        <translation>
            <numerusform>{n} Anfrage markieren</numerusform>
            <numerusform>{n} Anfragen markieren</numerusform>
        </translation>
        <extra-many>label {n} queries</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>lasts less than a minute</source>
        <translation>dauert weniger als eine Minute</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>lasts {n} hour</source>
        <translation>
            <numerusform>dauert {n} Stunde</numerusform>
            <numerusform>dauert {n} Stunden</numerusform>
        </translation>
        <extra-many>lasts {n} hours</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>lasts {n} minute</source>
        <translation>
            <numerusform>dauert {n} Minute</numerusform>
            <numerusform>dauert {n} Minuten</numerusform>
        </translation>
        <extra-many>lasts {n} minutes</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>later</source>
        <translation>später</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>learned</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>leave out duplicates</source>
        <translation>Dubletten auslassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/lineage_table.py"/>
        <source>level {depth}: {text}</source>
        <translation>Stufe {depth}: {text}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>likes and dislikes</source>
        <translation>Vorlieben und Abneigungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>lineage</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>made of {memories}</source>
        <translation>gebildet aus {memories}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>make {n} assembly</source>
        <translation>
            <numerusform>{n} Verband anlegen</numerusform>
            <numerusform>{n} Verbände anlegen</numerusform>
        </translation>
        <extra-many>make {n} assemblies</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>measure recall</source>
        <translation>Abruf messen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_plot.py"/>
        <source>median {value}</source>
        <translation>Median {value}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>memories wait</source>
        <translation>Erinnerungen warten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>memory waits</source>
        <translation>Erinnerung wartet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>merge</source>
        <translation>vereint</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>merge assemblies</source>
        <translation>Verbände zusammenführen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>merge {n} assembly</source>
        <translation>
            <numerusform>{n} Verband zusammenführen</numerusform>
            <numerusform>{n} Verbände zusammenführen</numerusform>
        </translation>
        <extra-many>merge {n} assemblies</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>merge {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung zusammenführen</numerusform>
            <numerusform>{n} Erinnerungen zusammenführen</numerusform>
        </translation>
        <extra-many>merge {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>mood</source>
        <translation>Stimmung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>moves</source>
        <translation>Denkschritte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>nDCG</source>
        <translation>nDCG</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>near the budget</source>
        <translation>nahe am Budget</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <location filename="../../memory_desktop/ui/format.py"/>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>new assembly</source>
        <translation>neuer Verband</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>new concept {name}</source>
        <translation>neuer Begriff {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>new emotional event</source>
        <translation>neues Gefühlsereignis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>new memory</source>
        <translation>neue Erinnerung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>new procedure {name}</source>
        <translation>neuer Ablauf {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>new skill {name}</source>
        <translation>neue Fähigkeit {name}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>new {summary}: {entries}</source>
        <translation>neu bei {summary}: {entries}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>no memory changed</source>
        <translation>keine Erinnerung geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>no name</source>
        <translation>kein Name</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>no snapshot yet</source>
        <translation>noch keine Momentaufnahme</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/use_tab.py"/>
        <source>no source</source>
        <translation>keine Quelle</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/ui/format.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>not known </source>
        <translation>nicht bekannt </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>not named</source>
        <translation>nicht genannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>not needed </source>
        <translation>nicht nötig </translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>not useful</source>
        <translation>nicht nützlich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>note use of memory</source>
        <translation>Nutzung des Gedächtnisses vermerken</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <location filename="../../memory_desktop/ui/meanwhile.py"/>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <source>nothing changed</source>
        <translation>nichts geändert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>nothing new</source>
        <translation>nichts Neues</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>nothing that is known</source>
        <translation>nichts Bekanntes</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <location filename="../../memory_desktop/ui/sync/throughput_plot.py"/>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>now about {latest}</source>
        <translation>jetzt über {latest}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>on {n} board</source>
        <translation>
            <numerusform>auf {n} Tafel</numerusform>
            <numerusform>auf {n} Tafeln</numerusform>
        </translation>
        <extra-many>on {n} boards</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>one tag, without another</source>
        <translation>ein Schlagwort, ohne ein anderes</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>open questions</source>
        <translation>offene Fragen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>or episodic, procedural, emotional</source>
        <translation>oder episodic, procedural, emotional</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>other topics</source>
        <translation>weitere Themen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>otherwise since {day}</source>
        <translation>anders seit {day}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>over the budget</source>
        <translation>über dem Budget</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>pending</source>
        <translation>ausstehend</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_form.py"/>
        <source>person, place, project …</source>
        <translation>Person, Ort, Projekt …</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>place kept</source>
        <translation>freigehaltener Platz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>plans</source>
        <translation>Vorhaben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>practise skill</source>
        <translation>Fähigkeit üben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>preferences</source>
        <translation>Vorlieben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>preferences; also fact, rule, episode, procedure …</source>
        <translation>Vorlieben; auch fact, rule, episode, procedure …</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>procedural</source>
        <translation>prozedural</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>procedures</source>
        <translation>Abläufe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>product launch</source>
        <translation>Produkteinführung</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>protect {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung schützen</numerusform>
            <numerusform>{n} Erinnerungen schützen</numerusform>
        </translation>
        <extra-many>protect {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>protected</source>
        <translation>geschützt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>purge {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung endgültig löschen</numerusform>
            <numerusform>{n} Erinnerungen endgültig löschen</numerusform>
        </translation>
        <extra-many>purge {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>put a message on the board</source>
        <translation>Nachricht auf die Tafel setzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>put {text} on the board</source>
        <translation>{text} auf die Tafel setzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>put-off items</source>
        <translation>Zurückgestelltes</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>quotes</source>
        <translation>Zitat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>rate procedure</source>
        <translation>Ablauf bewerten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <location filename="../../memory_desktop/ui/lab/runs_plot.py"/>
        <source>recall</source>
        <translation>Abruf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>records</source>
        <translation>Datensätze</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>refresh {n} item on the board</source>
        <translation>
            <numerusform>{n} Eintrag auf der Tafel auffrischen</numerusform>
            <numerusform>{n} Einträge auf der Tafel auffrischen</numerusform>
        </translation>
        <extra-many>refresh {n} items on the board</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>reinforce {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung verstärken</numerusform>
            <numerusform>{n} Erinnerungen verstärken</numerusform>
        </translation>
        <extra-many>reinforce {n} memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>release {n} item</source>
        <translation>
            <numerusform>{n} Eintrag freigeben</numerusform>
            <numerusform>{n} Einträge freigeben</numerusform>
        </translation>
        <extra-many>release {n} items</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>remember {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung merken</numerusform>
            <numerusform>{n} Erinnerungen merken</numerusform>
        </translation>
        <extra-many>remember {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>removed {summary}: {entries}</source>
        <translation>entfernt bei {summary}: {entries}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>report on {about}</source>
        <translation>Meldung zu {about}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>reservoir</source>
        <translation>Platz für andere Themen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>resolve conflict</source>
        <translation>Widerspruch auflösen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>restore</source>
        <translation>geholt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>restore {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung wiederherstellen</numerusform>
            <numerusform>{n} Erinnerungen wiederherstellen</numerusform>
        </translation>
        <extra-many>restore {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>resume run</source>
        <translation>Lauf fortsetzen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>retire {n} concept</source>
        <translation>
            <numerusform>{n} Begriff zurückziehen</numerusform>
            <numerusform>{n} Begriffe zurückziehen</numerusform>
        </translation>
        <extra-many>retire {n} concepts</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>retire {n} emotional event</source>
        <translation>
            <numerusform>{n} Gefühlsereignis zurückziehen</numerusform>
            <numerusform>{n} Gefühlsereignisse zurückziehen</numerusform>
        </translation>
        <extra-many>retire {n} emotional events</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>retire {n} procedure</source>
        <translation>
            <numerusform>{n} Ablauf zurückziehen</numerusform>
            <numerusform>{n} Abläufe zurückziehen</numerusform>
        </translation>
        <extra-many>retire {n} procedures</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>retire {n} skill</source>
        <translation>
            <numerusform>{n} Fähigkeit zurückziehen</numerusform>
            <numerusform>{n} Fähigkeiten zurückziehen</numerusform>
        </translation>
        <extra-many>retire {n} skills</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>roll back to event {seq}</source>
        <translation>auf Ereignis {seq} zurücksetzen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>salience</source>
        <translation>Salienz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>satisfaction</source>
        <translation>Zufriedenheit</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>say {n} memory again</source>
        <translation>
            <numerusform>{n} Erinnerung erneut sagen</numerusform>
            <numerusform>{n} Erinnerungen erneut sagen</numerusform>
        </translation>
        <extra-many>say {n} memories again</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>semantic</source>
        <translation>semantisch</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>separated by commas</source>
        <translation>durch Kommas getrennt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>separated by |</source>
        <translation>durch | getrennt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>set aside; nothing uses them</source>
        <translation>beiseitegelegt; nichts benutzt sie</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_form.py"/>
        <source>set by you</source>
        <translation>selbst festgelegt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>shows event {shown_to} of {last_event}, read-only</source>
        <translation>zeigt Ereignis {shown_to} von {last_event}, nur lesen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>similar</source>
        <translation>ähnlich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>skills</source>
        <translation>Fähigkeiten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>slower</source>
        <translation>langsamer</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>snapshots</source>
        <translation>Momentaufnahmen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>some 100 MB</source>
        <translation>etwa 100 MB</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/key_bindings.py"/>
        <source>something else</source>
        <translation>etwas anderes</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>stale</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>start procedure</source>
        <translation>Ablauf beginnen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>stop protecting {n} memory</source>
        <translation>
            <numerusform>Schutz von {n} Erinnerung aufheben</numerusform>
            <numerusform>Schutz von {n} Erinnerungen aufheben</numerusform>
        </translation>
        <extra-many>stop protecting {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>stop run</source>
        <translation>Lauf anhalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>strategies</source>
        <translation>Strategien</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>supersede</source>
        <translation>ersetzt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>supersede {n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung ersetzen</numerusform>
            <numerusform>{n} Erinnerungen ersetzen</numerusform>
        </translation>
        <extra-many>supersede {n} memories</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>superseded</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>superseded by another</source>
        <translation>durch eine andere ersetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>synthetic quota</source>
        <translation>Anteil erzeugter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>tag:work -tag:old</source>
        <translation>tag:work -tag:old</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>tags {tags}</source>
        <translation>Schlagwörter {tags}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>take {n} item off the board</source>
        <translation>
            <numerusform>{n} Eintrag von der Tafel nehmen</numerusform>
            <numerusform>{n} Einträge von der Tafel nehmen</numerusform>
        </translation>
        <extra-many>take {n} items off the board</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>the emotional patterns of {n} user</source>
        <translation>
            <numerusform>die Gefühlsmuster von {n} Nutzer</numerusform>
            <numerusform>die Gefühlsmuster von {n} Nutzern</numerusform>
        </translation>
        <extra-many>the emotional patterns of {n} users</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>the first {pairs} of {memories}</source>
        <translation>die ersten {pairs} von {memories}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>the first {shown} of {number}</source>
        <translation>die ersten {shown} von {number}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>the snapshot</source>
        <translation>die Momentaufnahme</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>their rows in {snapshot}</source>
        <translation>ihre Zeilen in {snapshot}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>these filters</source>
        <translation>diese Filter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>thing waits</source>
        <translation>Vorgang wartet</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>things wait</source>
        <translation>Vorgänge warten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>this month</source>
        <translation>diesen Monat</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>this week</source>
        <translation>diese Woche</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <source>to be downloaded</source>
        <translation>zum Download</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>tone</source>
        <translation>Ton</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>took {time}</source>
        <translation>dauerte {time}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>trust, surprise</source>
        <translation>Vertrauen, Überraschung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>turn of a conversation</source>
        <translation>Gesprächsschritt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>turns</source>
        <translation>Gesprächsschritte</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <source>under 1 s</source>
        <translation>unter 1 s</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>undone</source>
        <translation>rückgängig gemacht</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/canvas.py"/>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>unmerge assembly</source>
        <translation>Zusammenführung des Verbands auflösen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>unmerge memory</source>
        <translation>Zusammenführung der Erinnerung auflösen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>up to date</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>update {number}</source>
        <translation>Aktualisierung {number}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>useful</source>
        <translation>nützlich</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>usefulness</source>
        <translation>Nützlichkeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/hit_delegate.py"/>
        <source>user {owner}</source>
        <translation>Nutzer {owner}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_plot.py"/>
        <source>valence</source>
        <translation>Valenz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_plot.py"/>
        <source>valence: unpleasant to pleasant</source>
        <translation>Valenz: unangenehm bis angenehm</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>vector</source>
        <translation>Vektor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/model_list.py"/>
        <source>vectors imported</source>
        <translation>Vektoren importiert</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>vectors of {memory}</source>
        <translation>Vektoren von {memory}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>waiting</source>
        <translation>ausstehend</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>watch list</source>
        <translation>Beobachtetes</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>weeks</source>
        <translation>Wochen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>what belongs to one user</source>
        <translation>was einem Nutzer gehört</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>what it is for</source>
        <translation>wozu sie dient</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/words.py"/>
        <source>what to remember was set</source>
        <translation>festgelegt, was behalten wird</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>what was added</source>
        <translation>was hinzukam</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sync_queue.py"/>
        <source>when imported</source>
        <translation>beim Import</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>with these keywords</source>
        <translation>mit diesen Stichwörtern</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>work, drinks</source>
        <translation>Arbeit, Getränke</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>working</source>
        <translation>Arbeitsgedächtnis</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>worse</source>
        <translation>schlechter</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>would come</source>
        <translation>würde kommen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>you</source>
        <translation>selbst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/compare_tab.py"/>
        <source>{added} added, {changed} edited, {retired} forgotten or superseded</source>
        <translation>{added} hinzugefügt, {changed} bearbeitet, {retired} vergessen oder ersetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>{agent}, {number} connected</source>
        <translation>{agent}, {number} verbunden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/throughput_plot.py"/>
        <source>{ago} min ago</source>
        <translation>vor {ago} min</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>{at}, by {actor}</source>
        <translation>{at}, von {actor}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>{checked} of {rowcount} selected</source>
        <translation>{checked} von {rowcount} ausgewählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <source>{chosen} assemblies selected</source>
        <translation>{chosen} Verbände ausgewählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>{chosen} of {total}</source>
        <translation>{chosen} ausgewählt; {total}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/procedure_commands.py"/>
        <source>{condition} (it is {value})</source>
        <translation>{condition} (ist {value})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{conflict} of facts about concepts</source>
        <translation>{conflict} bei Fakten über Begriffe</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <source>{days} d ago</source>
        <translation>vor {days} Tg.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <location filename="../../memory_desktop/ui/assemblies/assemblies_view.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>{earlier} from the log</source>
        <translation>{earlier} aus dem Protokoll</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{failed} could not be embedded yet</source>
        <translation>{failed} noch nicht einzubetten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>{failed} failed: {error}{retry}</source>
        <translation>{failed} misslungen: {error}{retry}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{files} not needed: {file_names}.</source>
        <translation>{files} nicht nötig: {file_names}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>{first} and {last}</source>
        <translation>{first} und {last}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sessions.py"/>
        <source>{first} to {last}</source>
        <translation>{first} bis {last}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{forgotten} of the duplicates were forgotten here and stay forgotten.</source>
        <translation>{forgotten} der Dubletten wurden hier vergessen und bleiben vergessen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>{format_version} (memory contract {contract_version})</source>
        <translation>{format_version} (Gedächtnisvertrag {contract_version})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>{frequency} times in 30 days</source>
        <translation>{frequency} Mal in 30 Tagen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>{group}, in History</source>
        <translation>{group}, im Verlauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>{head} events, {records} records</source>
        <translation>{head} Ereignisse, {records} Datensätze</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>{held} of {budget} tokens</source>
        <translation>{held} von {budget} Token</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>{held} of {n} item</source>
        <translation>
            <numerusform>{held} von {n} Eintrag</numerusform>
            <numerusform>{held} von {n} Einträgen</numerusform>
        </translation>
        <extra-many>{held} of {n} items</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>{held}; {turn} to be summarised</source>
        <translation>{held}; {turn} noch zusammenzufassen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/layer_weights.py"/>
        <source>{help} Arrow keys change it.</source>
        <translation>{help} Pfeiltasten ändern es.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/setting_row.py"/>
        <source>{help} Default: {default}.</source>
        <translation>{help} Standard: {default}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <source>{hours} h ago</source>
        <translation>vor {hours} Std.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>{how}They stay in use until the merged one has its vector; then they are superseded by it.</source>
        <translation>{how}Sie bleiben in Gebrauch, bis die zusammengeführte ihren Vektor hat; dann ersetzt diese sie.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>{indexed} stored, {waiting} waiting, in {file}</source>
        <translation>{indexed} gespeichert, {waiting} wartend, in {file}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>{items} {boards}</source>
        <translation>{items} {boards}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{item} held back</source>
        <translation>{item} zurückgehalten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>{item} left it and waits for an episode</source>
        <translation>{item} verließ sie und wartet auf eine Episode</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{item} without a vector after an error</source>
        <translation>{item} nach einem Fehler ohne Vektor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/key_bindings.py"/>
        <source>{key} is for texts everywhere.</source>
        <translation>{key} dient überall der Texteingabe.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>{key} is the key of “{name}” ({place}).</source>
        <translation>{key} ist die Taste von „{name}“ ({place}).</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>{key} is used by {rival}, and cannot be given to another command.</source>
        <translation>{key} wird von {rival} verwendet und kann keinem anderen Befehl gegeben werden.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/key_bindings.py"/>
        <source>{key} opens the menu {clean}.</source>
        <translation>{key} öffnet das Menü {clean}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>{kind} {number} of {of}</source>
        <translation>{kind} {number} von {of}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <source>{lately} {learned} learned, {removed} removed</source>
        <translation>{lately} {learned} gelernt, {removed} entfernt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{memories} could not be embedded by it. They can still be found by keywords</source>
        <translation>{memories} ließen sich damit nicht einbetten. Über Stichwörter sind sie weiterhin zu finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>{memories} for {questions}</source>
        <translation>{memories} auf {questions}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>{memories} match</source>
        <translation>{memories} passen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>{memories} on the schedule; due: {due_to_fade} to fade, {due_to_forget} to forget. Policy: {policy}.</source>
        <translation>{memories} im Plan; fällig: {due_to_fade} zum Verblassen, {due_to_forget} zum Vergessen. Richtlinie: {policy}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>{memories} were forgotten before.</source>
        <translation>{memories} waren schon vergessen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>{memories} without a vector</source>
        <translation>{memories} ohne Vektor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>{memories}: {quoted} and {number} more</source>
        <translation>{memories}: {quoted} und {number} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>{memories}; Enter lists them</source>
        <translation>{memories}; Eingabe listet sie</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>{memory} related to “{beginning}”</source>
        <translation>{memory} verwandt mit „{beginning}“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{memory} will be embedded by the new model, beside the vectors in use. That needs {bytes_needed}; the disk has {bytes_free} left.</source>
        <translation>{memory} werden vom neuen Modell eingebettet, neben den verwendeten Vektoren. Das braucht {bytes_needed}; auf dem Datenträger sind {bytes_free} frei.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <source>{memory} written to {text}: {files}.</source>
        <translation>{memory} nach {text} geschrieben: {files}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <source>{minutes} min ago</source>
        <translation>vor {minutes} Min.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/hits.py"/>
        <source>{mode_word} rank {rank} ({scores} {score})</source>
        <translation>{mode_word}: Rang {rank} ({scores} {score})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>{mode}: MRR</source>
        <translation>{mode}: MRR</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>{mode}: median time</source>
        <translation>{mode}: mittlere Zeit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <source>{mode}: recall@{k}</source>
        <translation>{mode}: Recall@{k}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>{more} more not shown</source>
        <translation>{more} weitere nicht gezeigt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>{more} more, in History</source>
        <translation>{more} weitere, im Verlauf</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <location filename="../../memory_desktop/ui/migration/comparison_table.py"/>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>{ms} ms</source>
        <translation>{ms} ms</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>{names} and {more} more</source>
        <translation>{names} und {more} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_graph.py"/>
        <source>{name}
linked to; nothing is known of it yet</source>
        <translation>{name}
verknüpft; noch ist nichts darüber bekannt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/keys_page.py"/>
        <source>{name} (default: {default})</source>
        <translation>{name} (Standard: {default})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>{name} (helps)</source>
        <translation>{name} (hilft)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>{name} (not known yet)</source>
        <translation>{name} (noch nicht bekannt)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>{name} goes on.</source>
        <translation>{name} macht weiter.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>{name} has a token of its own now.</source>
        <translation>{name} hat jetzt ein eigenes Token.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>{name} has no question that this vault could answer.</source>
        <translation>{name} enthält keine Frage, die dieser Tresor beantworten könnte.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>{name} has no such field</source>
        <translation>{name} hat kein solches Feld</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>{name} is off the list; what it wrote stays.</source>
        <translation>{name} ist von der Liste; was geschrieben wurde, bleibt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>{name} is on the list again.</source>
        <translation>{name} ist wieder auf der Liste.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>{name} is paused: its calls are refused.</source>
        <translation>{name} ist angehalten: alle Aufrufe werden abgewiesen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/main_window.py"/>
        <source>{name} — Memory Desktop</source>
        <translation>{name} — Memory Desktop</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sides.py"/>
        <source>{name}: the whole text</source>
        <translation>{name}: der ganze Text</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>{near} at hand, {far} from long-term memory; mean relevance {mean}</source>
        <translation>{near} zur Hand, {far} aus dem Langzeitgedächtnis; mittlere Relevanz {mean}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{new} embeds every memory. You can close this window and go on working; it continues in the background.</source>
        <translation>{new} bettet jede Erinnerung ein. Das Fenster kann geschlossen und weiter benutzt werden; es geht im Hintergrund weiter.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{new} is ready.{on_sample} You have no labelled queries yet: in the Recall lab you can say what some of your queries should find, and compare the two by that.</source>
        <translation>{new} ist bereit.{on_sample} Noch gibt es keine markierten Anfragen: im Abruflabor lässt sich angeben, was einige Anfragen finden sollen, und beide Modelle danach vergleichen.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{number} as {format}</source>
        <translation>{number} als {format}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>{number} decided</source>
        <translation>{number} entschieden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>{number} matching</source>
        <translation>{number} passende</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <location filename="../../memory_desktop/ui/map/colouring.py"/>
        <source>{number} more</source>
        <translation>{number} weitere</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>{number} of {number2} tokens, {where}</source>
        <translation>{number} von {number2} Token, {where}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <source>{number} open</source>
        <translation>{number} offen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/selection_bar.py"/>
        <source>{number} selected</source>
        <translation>{number} ausgewählt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>{number} shared</source>
        <translation>{number} gemeinsam</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>{number} waiting</source>
        <translation>{number} wartend</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>{number} {what} for your approval in Review.</source>
        <translation>{number} {what} in der Durchsicht auf Genehmigung.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>{number}. A skill matches from a similarity of {threshold}.</source>
        <translation>{number}. Eine Fähigkeit passt ab einer Ähnlichkeit von {threshold}.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>{n} agent</source>
        <translation>
            <numerusform>{n} Agent</numerusform>
            <numerusform>{n} Agenten</numerusform>
        </translation>
        <extra-many>{n} agents</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>{n} agent goes on.</source>
        <translation>
            <numerusform>{n} Agent macht weiter.</numerusform>
            <numerusform>{n} Agenten machen weiter.</numerusform>
        </translation>
        <extra-many>{n} agents go on.</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/window/tray.py"/>
        <source>{n} agent is paused: its calls are refused.</source>
        <translation>
            <numerusform>{n} Agent pausiert: seine Aufrufe werden abgelehnt.</numerusform>
            <numerusform>{n} Agenten pausieren: ihre Aufrufe werden abgelehnt.</numerusform>
        </translation>
        <extra-many>{n} agents are paused: their calls are refused.</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>{n} assembly</source>
        <translation>
            <numerusform>{n} Verband</numerusform>
            <numerusform>{n} Verbände</numerusform>
        </translation>
        <extra-many>{n} assemblies</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>{n} assembly could be made</source>
        <translation>
            <numerusform>{n} Verband möglich</numerusform>
            <numerusform>{n} Verbände möglich</numerusform>
        </translation>
        <extra-many>{n} assemblies could be made</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{n} background job failed</source>
        <translation>
            <numerusform>{n} Hintergrundauftrag misslungen</numerusform>
            <numerusform>{n} Hintergrundaufträge misslungen</numerusform>
        </translation>
        <extra-many>{n} background jobs failed</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/agents/feed_tab.py"/>
        <source>{n} call</source>
        <translation>
            <numerusform>{n} Aufruf</numerusform>
            <numerusform>{n} Aufrufe</numerusform>
        </translation>
        <extra-many>{n} calls</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>{n} change</source>
        <translation>
            <numerusform>{n} Änderung</numerusform>
            <numerusform>{n} Änderungen</numerusform>
        </translation>
        <extra-many>{n} changes</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/models/background.py"/>
        <source>{n} character</source>
        <translation>
            <numerusform>{n} Zeichen</numerusform>
            <numerusform>{n} Zeichen</numerusform>
        </translation>
        <extra-many>{n} characters</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>{n} concept</source>
        <translation>
            <numerusform>{n} Begriff</numerusform>
            <numerusform>{n} Begriffe</numerusform>
        </translation>
        <extra-many>{n} concepts</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <location filename="../../memory_desktop/ui/layers/concept_graph.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>{n} conflict</source>
        <translation>
            <numerusform>{n} Widerspruch</numerusform>
            <numerusform>{n} Widersprüche</numerusform>
        </translation>
        <extra-many>{n} conflicts</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{n} conflict among memories</source>
        <translation>
            <numerusform>{n} Widerspruch unter Erinnerungen</numerusform>
            <numerusform>{n} Widersprüche unter Erinnerungen</numerusform>
        </translation>
        <extra-many>{n} conflicts among memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <source>{n} connection</source>
        <translation>
            <numerusform>{n} Verbindung</numerusform>
            <numerusform>{n} Verbindungen</numerusform>
        </translation>
        <extra-many>{n} connections</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>{n} connection to what has left the board</source>
        <translation>
            <numerusform>{n} Verbindung zu dem, was die Tafel verlassen hat</numerusform>
            <numerusform>{n} Verbindungen zu dem, was die Tafel verlassen hat</numerusform>
        </translation>
        <extra-many>{n} connections to what has left the board</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{n} conversation</source>
        <translation>
            <numerusform>{n} Gespräch</numerusform>
            <numerusform>{n} Gespräche</numerusform>
        </translation>
        <extra-many>{n} conversations</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>{n} cycle</source>
        <translation>
            <numerusform>{n} Zyklus</numerusform>
            <numerusform>{n} Zyklen</numerusform>
        </translation>
        <extra-many>{n} cycles</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>{n} duplicate</source>
        <translation>
            <numerusform>{n} Dublette</numerusform>
            <numerusform>{n} Dubletten</numerusform>
        </translation>
        <extra-many>{n} duplicates</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{n} duplicate among memories</source>
        <translation>
            <numerusform>{n} Dublette unter Erinnerungen</numerusform>
            <numerusform>{n} Dubletten unter Erinnerungen</numerusform>
        </translation>
        <extra-many>{n} duplicates among memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/window/banner.py"/>
        <source>{n} earlier change</source>
        <translation>
            <numerusform>{n} frühere Änderung</numerusform>
            <numerusform>{n} frühere Änderungen</numerusform>
        </translation>
        <extra-many>{n} earlier changes</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <location filename="../../memory_desktop/ui/layers/emotion_patterns.py"/>
        <source>{n} emotional event</source>
        <translation>
            <numerusform>{n} Gefühlsereignis</numerusform>
            <numerusform>{n} Gefühlsereignisse</numerusform>
        </translation>
        <extra-many>{n} emotional events</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>{n} episode</source>
        <translation>
            <numerusform>{n} Episode</numerusform>
            <numerusform>{n} Episoden</numerusform>
        </translation>
        <extra-many>{n} episodes</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>{n} event</source>
        <translation>
            <numerusform>{n} Ereignis</numerusform>
            <numerusform>{n} Ereignisse</numerusform>
        </translation>
        <extra-many>{n} events</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>{n} event behind</source>
        <translation>
            <numerusform>{n} Ereignis im Rückstand</numerusform>
            <numerusform>{n} Ereignisse im Rückstand</numerusform>
        </translation>
        <extra-many>{n} events behind</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>{n} fault was</source>
        <translation>
            <numerusform>{n} Fehler wurde</numerusform>
            <numerusform>{n} Fehler wurden</numerusform>
        </translation>
        <extra-many>{n} faults were</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>{n} file</source>
        <translation>
            <numerusform>{n} Datei</numerusform>
            <numerusform>{n} Dateien</numerusform>
        </translation>
        <extra-many>{n} files</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{n} file of the export is</source>
        <translation>
            <numerusform>{n} Datei des Exports ist</numerusform>
            <numerusform>{n} Dateien des Exports sind</numerusform>
        </translation>
        <extra-many>{n} files of the export are</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>{n} forgotten memory</source>
        <translation>
            <numerusform>{n} vergessene Erinnerung</numerusform>
            <numerusform>{n} vergessene Erinnerungen</numerusform>
        </translation>
        <extra-many>{n} forgotten memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>{n} held item</source>
        <translation>
            <numerusform>{n} zurückgehaltener Eintrag</numerusform>
            <numerusform>{n} zurückgehaltene Einträge</numerusform>
        </translation>
        <extra-many>{n} held items</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>{n} hit</source>
        <translation>
            <numerusform>{n} Treffer</numerusform>
            <numerusform>{n} Treffer</numerusform>
        </translation>
        <extra-many>{n} hits</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{n} import</source>
        <translation>
            <numerusform>{n} Import</numerusform>
            <numerusform>{n} Importe</numerusform>
        </translation>
        <extra-many>{n} imports</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <source>{n} is</source>
        <translation>
            <numerusform>{n} wird</numerusform>
            <numerusform>{n} werden</numerusform>
        </translation>
        <extra-many>{n} are</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/board_commands.py"/>
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <location filename="../../memory_desktop/bridge/session.py"/>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>{n} item</source>
        <translation>
            <numerusform>{n} Eintrag</numerusform>
            <numerusform>{n} Einträge</numerusform>
        </translation>
        <extra-many>{n} items</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/review/review_view.py"/>
        <source>{n} item is held back</source>
        <translation>
            <numerusform>{n} Eintrag ist zurückgehalten</numerusform>
            <numerusform>{n} Einträge sind zurückgehalten</numerusform>
        </translation>
        <extra-many>{n} items are held back</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>{n} item waits</source>
        <translation>
            <numerusform>{n} Eintrag wartet</numerusform>
            <numerusform>{n} Einträge warten</numerusform>
        </translation>
        <extra-many>{n} items wait</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{n} item was</source>
        <translation>
            <numerusform>{n} Eintrag wurde</numerusform>
            <numerusform>{n} Einträge wurden</numerusform>
        </translation>
        <extra-many>{n} items were</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>{n} labelled query</source>
        <translation>
            <numerusform>{n} markierte Anfrage</numerusform>
            <numerusform>{n} markierte Anfragen</numerusform>
        </translation>
        <extra-many>{n} labelled queries</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <source>{n} line</source>
        <translation>
            <numerusform>{n} Zeile</numerusform>
            <numerusform>{n} Zeilen</numerusform>
        </translation>
        <extra-many>{n} lines</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>{n} link</source>
        <translation>
            <numerusform>{n} Verknüpfung</numerusform>
            <numerusform>{n} Verknüpfungen</numerusform>
        </translation>
        <extra-many>{n} links</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>{n} member</source>
        <translation>
            <numerusform>{n} Mitglied</numerusform>
            <numerusform>{n} Mitglieder</numerusform>
        </translation>
        <extra-many>{n} members</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <location filename="../../memory_desktop/models/assemblies.py"/>
        <location filename="../../memory_desktop/models/facets.py"/>
        <location filename="../../memory_desktop/models/memory_table.py"/>
        <location filename="../../memory_desktop/models/places.py"/>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <location filename="../../memory_desktop/ui/assemblies/merge_dialog.py"/>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <location filename="../../memory_desktop/ui/health/recalls_tab.py"/>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/home/growth_panel.py"/>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <location filename="../../memory_desktop/ui/memories/in_place.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <location filename="../../memory_desktop/ui/memory_drag.py"/>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <location filename="../../memory_desktop/ui/transfer/export_dialog.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{n} memory</source>
        <translation>
            <numerusform>{n} Erinnerung</numerusform>
            <numerusform>{n} Erinnerungen</numerusform>
        </translation>
        <extra-many>{n} memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <source>{n} memory changed</source>
        <translation>
            <numerusform>{n} Erinnerung geändert</numerusform>
            <numerusform>{n} Erinnerungen geändert</numerusform>
        </translation>
        <extra-many>{n} memories changed</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <source>{n} memory faded</source>
        <translation>
            <numerusform>{n} Erinnerung verblasst</numerusform>
            <numerusform>{n} Erinnerungen verblasst</numerusform>
        </translation>
        <extra-many>{n} memories faded</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/assemblies/rule_dialog.py"/>
        <source>{n} memory fits.</source>
        <translation>
            <numerusform>{n} Erinnerung passt.</numerusform>
            <numerusform>{n} Erinnerungen passen.</numerusform>
        </translation>
        <extra-many>{n} memories fit.</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <location filename="../../memory_desktop/bridge/meta_commands.py"/>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>{n} memory forgotten</source>
        <translation>
            <numerusform>{n} Erinnerung vergessen</numerusform>
            <numerusform>{n} Erinnerungen vergessen</numerusform>
        </translation>
        <extra-many>{n} memories forgotten</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>{n} memory restored</source>
        <translation>
            <numerusform>{n} Erinnerung wiederhergestellt</numerusform>
            <numerusform>{n} Erinnerungen wiederhergestellt</numerusform>
        </translation>
        <extra-many>{n} memories restored</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/map/map_view.py"/>
        <source>{n} memory selected</source>
        <translation>
            <numerusform>{n} Erinnerung ausgewählt</numerusform>
            <numerusform>{n} Erinnerungen ausgewählt</numerusform>
        </translation>
        <extra-many>{n} memories selected</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/lab/label_editor.py"/>
        <source>{n} memory selected.</source>
        <translation>
            <numerusform>{n} Erinnerung ausgewählt.</numerusform>
            <numerusform>{n} Erinnerungen ausgewählt.</numerusform>
        </translation>
        <extra-many>{n} memories selected.</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>{n} memory with earlier labels</source>
        <translation>
            <numerusform>{n} Erinnerung mit früheren Angaben</numerusform>
            <numerusform>{n} Erinnerungen mit früheren Angaben</numerusform>
        </translation>
        <extra-many>{n} memories with earlier labels</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/assemblies/merges_tab.py"/>
        <source>{n} merge</source>
        <translation>
            <numerusform>{n} Zusammenführung</numerusform>
            <numerusform>{n} Zusammenführungen</numerusform>
        </translation>
        <extra-many>{n} merges</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>{n} merge suggested</source>
        <translation>
            <numerusform>{n} Zusammenführung vorgeschlagen</numerusform>
            <numerusform>{n} Zusammenführungen vorgeschlagen</numerusform>
        </translation>
        <extra-many>{n} merges suggested</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <source>{n} message</source>
        <translation>
            <numerusform>{n} Nachricht</numerusform>
            <numerusform>{n} Nachrichten</numerusform>
        </translation>
        <extra-many>{n} messages</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>{n} mood</source>
        <translation>
            <numerusform>{n} Stimmung</numerusform>
            <numerusform>{n} Stimmungen</numerusform>
        </translation>
        <extra-many>{n} moods</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/conversations/turn_delegate.py"/>
        <source>{n} more character</source>
        <translation>
            <numerusform>{n} weiteres Zeichen</numerusform>
            <numerusform>{n} weitere Zeichen</numerusform>
        </translation>
        <extra-many>{n} more characters</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/session.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>{n} new memory</source>
        <translation>
            <numerusform>{n} neue Erinnerung</numerusform>
            <numerusform>{n} neue Erinnerungen</numerusform>
        </translation>
        <extra-many>{n} new memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <source>{n} older group</source>
        <translation>
            <numerusform>{n} ältere Gruppe</numerusform>
            <numerusform>{n} ältere Gruppen</numerusform>
        </translation>
        <extra-many>{n} older groups</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>{n} open conflict</source>
        <translation>
            <numerusform>{n} offener Widerspruch</numerusform>
            <numerusform>{n} offene Widersprüche</numerusform>
        </translation>
        <extra-many>{n} open conflicts</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/concept_commands.py"/>
        <source>{n} other conflict is settled by it, as a statement of it is gone.</source>
        <translation>
            <numerusform>{n} anderer Widerspruch ist damit erledigt, weil eine seiner Aussagen weg ist.</numerusform>
            <numerusform>{n} andere Widersprüche sind damit erledigt, weil je eine ihrer Aussagen weg ist.</numerusform>
        </translation>
        <extra-many>{n} other conflicts are settled by it, as a statement of each is gone.</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>{n} pair</source>
        <translation>
            <numerusform>{n} Paar</numerusform>
            <numerusform>{n} Paare</numerusform>
        </translation>
        <extra-many>{n} pairs</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/review/duplicates_tab.py"/>
        <source>{n} pair selected</source>
        <translation>
            <numerusform>{n} Paar ausgewählt</numerusform>
            <numerusform>{n} Paare ausgewählt</numerusform>
        </translation>
        <extra-many>{n} pairs selected</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures_page.py"/>
        <source>{n} procedure</source>
        <translation>
            <numerusform>{n} Ablauf</numerusform>
            <numerusform>{n} Abläufe</numerusform>
        </translation>
        <extra-many>{n} procedures</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{n} proposed assembly</source>
        <translation>
            <numerusform>{n} vorgeschlagener Verband</numerusform>
            <numerusform>{n} vorgeschlagene Verbände</numerusform>
        </translation>
        <extra-many>{n} proposed assemblies</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/commands.py"/>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>{n} query</source>
        <translation>
            <numerusform>{n} Anfrage</numerusform>
            <numerusform>{n} Anfragen</numerusform>
        </translation>
        <extra-many>{n} queries</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/conversations/details.py"/>
        <source>{n} question</source>
        <translation>
            <numerusform>{n} Frage</numerusform>
            <numerusform>{n} Fragen</numerusform>
        </translation>
        <extra-many>{n} questions</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>{n} question that contains the text</source>
        <translation>
            <numerusform>{n} Frage, die den Text enthält</numerusform>
            <numerusform>{n} Fragen, die den Text enthalten</numerusform>
        </translation>
        <extra-many>{n} questions that contain the text</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>{n} report</source>
        <translation>
            <numerusform>{n} Meldung</numerusform>
            <numerusform>{n} Meldungen</numerusform>
        </translation>
        <extra-many>{n} reports</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>{n} run</source>
        <translation>
            <numerusform>{n} Lauf</numerusform>
            <numerusform>{n} Läufe</numerusform>
        </translation>
        <extra-many>{n} runs</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>{n} sentence</source>
        <translation>
            <numerusform>{n} Satz</numerusform>
            <numerusform>{n} Sätze</numerusform>
        </translation>
        <extra-many>{n} sentences</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>{n} set-aside copy of a damaged file</source>
        <translation>
            <numerusform>{n} beiseitegelegte Kopie einer beschädigten Datei</numerusform>
            <numerusform>{n} beiseitegelegte Kopien beschädigter Dateien</numerusform>
        </translation>
        <extra-many>{n} set-aside copies of damaged files</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>{n} significant item</source>
        <translation>
            <numerusform>{n} bedeutsamer Eintrag</numerusform>
            <numerusform>{n} bedeutsame Einträge</numerusform>
        </translation>
        <extra-many>{n} significant items</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/procedures/abilities.py"/>
        <source>{n} skill</source>
        <translation>
            <numerusform>{n} Fähigkeit</numerusform>
            <numerusform>{n} Fähigkeiten</numerusform>
        </translation>
        <extra-many>{n} skills</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/conversations/skills_tab.py"/>
        <source>{n} skill matches</source>
        <translation>
            <numerusform>{n} Fähigkeit passt</numerusform>
            <numerusform>{n} Fähigkeiten passen</numerusform>
        </translation>
        <extra-many>{n} skills match</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <location filename="../../memory_desktop/ui/memories/purge_dialog.py"/>
        <source>{n} snapshot</source>
        <translation>
            <numerusform>{n} Momentaufnahme</numerusform>
            <numerusform>{n} Momentaufnahmen</numerusform>
        </translation>
        <extra-many>{n} snapshots</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/concept_tabs.py"/>
        <location filename="../../memory_desktop/ui/layers/concepts_page.py"/>
        <source>{n} source</source>
        <translation>
            <numerusform>{n} Quelle</numerusform>
            <numerusform>{n} Quellen</numerusform>
        </translation>
        <extra-many>{n} sources</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/home/digest_panel.py"/>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>{n} step</source>
        <translation>
            <numerusform>{n} Schritt</numerusform>
            <numerusform>{n} Schritte</numerusform>
        </translation>
        <extra-many>{n} steps</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/memories/memories_view.py"/>
        <source>{n} superseded memory</source>
        <translation>
            <numerusform>{n} ersetzte Erinnerung</numerusform>
            <numerusform>{n} ersetzte Erinnerungen</numerusform>
        </translation>
        <extra-many>{n} superseded memories</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/episode_commands.py"/>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>{n} thing</source>
        <translation>
            <numerusform>{n} Vorgang</numerusform>
            <numerusform>{n} Vorgänge</numerusform>
        </translation>
        <extra-many>{n} things</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/inspector/content_tab.py"/>
        <source>{n} time</source>
        <translation>
            <numerusform>{n} Mal</numerusform>
            <numerusform>{n} Mal</numerusform>
        </translation>
        <extra-many>{n} times</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/models/background.py"/>
        <location filename="../../memory_desktop/models/places.py"/>
        <location filename="../../memory_desktop/models/sessions.py"/>
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>{n} turn</source>
        <translation>
            <numerusform>{n} Gesprächsschritt</numerusform>
            <numerusform>{n} Gesprächsschritte</numerusform>
        </translation>
        <extra-many>{n} turns</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>{n} update</source>
        <translation>
            <numerusform>{n} Aktualisierung</numerusform>
            <numerusform>{n} Aktualisierungen</numerusform>
        </translation>
        <extra-many>{n} updates</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/bridge/talk_commands.py"/>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>{n} user</source>
        <translation>
            <numerusform>{n} Nutzer</numerusform>
            <numerusform>{n} Nutzer</numerusform>
        </translation>
        <extra-many>{n} users</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>{n} vector</source>
        <translation>
            <numerusform>{n} Vektor</numerusform>
            <numerusform>{n} Vektoren</numerusform>
        </translation>
        <extra-many>{n} vectors</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{n} vector names no model, and cannot be used without one.</source>
        <translation>
            <numerusform>{n} Vektor nennt kein Modell und ist ohne eines nicht verwendbar.</numerusform>
            <numerusform>{n} Vektoren nennen kein Modell und sind ohne eines nicht verwendbar.</numerusform>
        </translation>
        <extra-many>{n} vectors name no model, and cannot be used without one.</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>{n} weaker hit</source>
        <translation>
            <numerusform>{n} schwächerer Treffer</numerusform>
            <numerusform>{n} schwächere Treffer</numerusform>
        </translation>
        <extra-many>{n} weaker hits</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/search/search_head.py"/>
        <source>{n} weaker one hidden: show</source>
        <translation>
            <numerusform>{n} schwächerer ausgeblendet: zeigen</numerusform>
            <numerusform>{n} schwächere ausgeblendet: zeigen</numerusform>
        </translation>
        <extra-many>{n} weaker ones hidden: show</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{old} is in use; {new} is ready.</source>
        <translation>{old} ist in Gebrauch; {new} ist bereit.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{old} is in use; {new} is ready. {impossible}</source>
        <translation>{old} ist in Gebrauch; {new} ist bereit. {impossible}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>{one} imported once you create or open a vault.</source>
        <translation>{one} importiert, sobald ein Tresor angelegt oder geöffnet ist.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>{path} cannot be read: {strerror}.</source>
        <translation>{path} ist nicht lesbar: {strerror}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/export.py"/>
        <source>{path} cannot be written</source>
        <translation>{path} ist nicht schreibbar</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{path} cannot be written: {strerror}.</source>
        <translation>{path} ist nicht schreibbar: {strerror}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>{pending} waiting for imported vectors</source>
        <translation>{pending} warten auf importierte Vektoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/status_bar.py"/>
        <source>{pending} waiting for vectors</source>
        <translation>{pending} warten auf Vektoren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/conversations/conversations_view.py"/>
        <source>{place} of {n} turn</source>
        <translation>
            <numerusform>{place} von {n} Gesprächsschritt</numerusform>
            <numerusform>{place} von {n} Gesprächsschritten</numerusform>
        </translation>
        <extra-many>{place} of {n} turns</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/freshness_tab.py"/>
        <source>{present} ({gone} forgotten)</source>
        <translation>{present} ({gone} vergessen)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lab/lab_view.py"/>
        <source>{queries} over {memories}</source>
        <translation>{queries} über {memories}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>{rate} per second</source>
        <translation>{rate} pro Sekunde</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/overview_page.py"/>
        <source>{rest} of other kinds</source>
        <translation>{rest} anderer Art</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/forgetting_tab.py"/>
        <source>{said}, faded before</source>
        <translation>{said}, zuvor verblasst</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/session.py"/>
        <source>{said}: {memory} in all.</source>
        <translation>{said}: insgesamt {memory}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <source>{said}; discarded since</source>
        <translation>{said}; seitdem verworfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/call_table.py"/>
        <source>{said}; released since</source>
        <translation>{said}; seitdem freigegeben</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/format.py"/>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>{sentence} for an import</source>
        <translation>{sentence}, auf einen Import</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/merge_dialog.py"/>
        <source>{sentence} would be lost: {told}{more}</source>
        <translation>{sentence} gingen verloren: {told}{more}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>{share} for its salience</source>
        <translation>{share} für die Salienz</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>{share} for {flag}</source>
        <translation>{share} für {flag}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/why_tab.py"/>
        <source>{share} of the score</source>
        <translation>{share} des Scores</translation>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/episodes_page.py"/>
        <source>{shown} of {n} episode</source>
        <translation>
            <numerusform>{shown} von {n} Episode</numerusform>
            <numerusform>{shown} von {n} Episoden</numerusform>
        </translation>
        <extra-many>{shown} of {n} episodes</extra-many>
    </message>
    <message numerus="yes">
        <location filename="../../memory_desktop/ui/layers/emotions_page.py"/>
        <source>{shown} of {n} event</source>
        <translation>
            <numerusform>{shown} von {n} Ereignis</numerusform>
            <numerusform>{shown} von {n} Ereignissen</numerusform>
        </translation>
        <extra-many>{shown} of {n} events</extra-many>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/totals_tab.py"/>
        <source>{since}Storage: {storage_used} MB</source>
        <translation>{since}Speicherplatz: {storage_used} MB</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>{snapshot}, newest {newest}</source>
        <translation>{snapshot}, neueste {newest}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/no_vault.py"/>
        <source>{stages}: {done} of {total}</source>
        <translation>{stages}: {done} von {total}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{stage}: {done} of {total}</source>
        <translation>{stage}: {done} von {total}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <source>{steps} short steps show what is where. Nothing is changed, and you can end it at any time.</source>
        <translation>{steps} kurze Schritte zeigen, was wo ist. Nichts wird geändert, und ein Ende ist jederzeit möglich.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>{step} from {files}</source>
        <translation>{step} aus {files}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>{step}, and {made} made of them</source>
        <translation>{step}, und {made} daraus entstandene</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>{stopped}Imported. Keyword search finds {found} now; vectors follow in the background.{held}</source>
        <translation>{stopped}Importiert. Die Stichwortsuche findet jetzt {found}; Vektoren folgen im Hintergrund.{held}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/card.py"/>
        <source>{success_rate} of {run} succeeded{used}</source>
        <translation>{success_rate} von {run} gelungen{used}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/vault_dialogs.py"/>
        <source>{text}

Go on without them?</source>
        <translation>{text}

Ohne sie fortfahren?</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/user_tab.py"/>
        <source>{text}
Enter goes to the turn.</source>
        <translation>{text}
Eingabe führt zum Gesprächsschritt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/dialogs.py"/>
        <source>{text} Change them in {view}.</source>
        <translation>{text} Ändern unter {view}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/choosing.py"/>
        <source>{text} this day</source>
        <translation>{text} an diesem Tag</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/memories/toolbar.py"/>
        <source>{text}; show all again</source>
        <translation>{text}; wieder alle zeigen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/add_dialog.py"/>
        <source>{ticked} ticked.</source>
        <translation>{ticked} angehakt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/turn_delegate.py"/>
        <source>{time}  ·  Alternative</source>
        <translation>{time}  ·  Alternative</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <location filename="../../memory_desktop/ui/transfer/import_dialog.py"/>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/sidebar.py"/>
        <source>{tip}
{number} held back, to be released or discarded</source>
        <translation>{tip}
{number} zurückgehalten, freizugeben oder zu verwerfen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/meanwhile.py"/>
        <source>{titles}
Yours: {told}
Theirs: {told2}</source>
        <translation>{titles}
Eigene: {told}
Fremde: {told2}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/episode_form.py"/>
        <source>{title} (corrected)</source>
        <translation>{title} (korrigiert)</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/bar.py"/>
        <source>{title} ({number} of {steps})</source>
        <translation>{title} ({number} von {steps})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/moment_picker.py"/>
        <source>{title}: event, as a slider</source>
        <translation>{title}: Ereignis, als Schieberegler</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/moment_picker.py"/>
        <source>{title}: number of the event</source>
        <translation>{title}: Nummer des Ereignisses</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/connect_tab.py"/>
        <source>{title}: put this into {place}.</source>
        <translation>{title}: dies gehört in {place}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/jobs_tab.py"/>
        <source>{title}: starts when</source>
        <translation>{title}: startet, wenn</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/users_tab.py"/>
        <source>{told}
Enter goes to the turn.</source>
        <translation>{told}
Eingabe führt zum Gesprächsschritt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/capture.py"/>
        <source>{tostring}: Remember</source>
        <translation>{tostring}: Merken</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/background.py"/>
        <source>{turns} in {length}</source>
        <translation>{turns} in {length}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/board_cards.py"/>
        <source>{type_word}  ·  salience {salience}{links}{done}</source>
        <translation>{type_word}  ·  Salienz {salience}{links}{done}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/inspector/history_tab.py"/>
        <source>{type}, event {seq}, {ts}</source>
        <translation>{type}, Ereignis {seq}, {ts}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/emotion_form.py"/>
        <source>{typical_resolution} mostly helped</source>
        <translation>Meist half: {typical_resolution}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/search_view.py"/>
        <source>{unembedded} matching {wait} for a vector</source>
        <translation>{unembedded} passende {wait} auf einen Vektor</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/commands_tab.py"/>
        <location filename="../../memory_desktop/ui/history/events_tab.py"/>
        <location filename="../../memory_desktop/ui/window/actions.py"/>
        <source>{verb} {step}</source>
        <translation>{verb}: {step}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/sync/sync_view.py"/>
        <source>{waiting} of {vector} waiting</source>
        <translation>{waiting} von {vector} warten</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/working_page.py"/>
        <source>{waiting} significant items left it and wait for an episode</source>
        <translation>{waiting} bedeutsame Einträge verließen sie und warten auf eine Episode</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/home_view.py"/>
        <source>{waits} waiting for vectors</source>
        <translation>{waits} warten auf Vektoren</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/health/health_view.py"/>
        <source>{was} found and repaired.</source>
        <translation>{was} gefunden und repariert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/transfer/import_report.py"/>
        <source>{was} not chosen.</source>
        <translation>{was} nicht ausgewählt.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/sessions.py"/>
        <source>{weekday}, {day} {month}{year}</source>
        <translation>{weekday}, {day}. {month}{year}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>{what} (step {step} of {steps})</source>
        <translation>{what} (Schritt {step} von {steps})</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/step_words.py"/>
        <source>{what} by the schedule</source>
        <translation>{what} nach Zeitplan</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/home/waiting.py"/>
        <source>{what} not finished</source>
        <translation>{what} nicht abgeschlossen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/migration/wizard.py"/>
        <source>{what}, and are tried again later:</source>
        <translation>{what}; später erneut versucht:</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/lineage/lineage_view.py"/>
        <source>{where} was not written: {error}.</source>
        <translation>{where} wurde nicht geschrieben: {error}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/consolidation_dialog.py"/>
        <source>{who} is filling the layers{whose} just now{far}. Wait here: what is left is shown once it has ended. Or close this; it goes on either way, and History has what it makes.</source>
        <translation>{who} füllt gerade die Schichten{whose}{far}. Hier warten: was übrig bleibt, wird danach gezeigt. Oder schließen; es geht ohnehin weiter, und der Verlauf zeigt das Ergebnis.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/assembly_page.py"/>
        <source>{words} Last error: {error}</source>
        <translation>{words} Letzter Fehler: {error}</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/agents/agents_view.py"/>
        <source>{word}, needs approval</source>
        <translation>{word}, braucht Genehmigung</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>σ</source>
        <translation>σ</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>– skipped</source>
        <translation>– übersprungen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/tour/steps.py"/>
        <source>“Check now” compares the log, the memories and the indexes, and “Check and repair” mends what can be built again. That was the tour: Help → Guided tour starts it again.</source>
        <translation>„Jetzt prüfen“ vergleicht Protokoll, Erinnerungen und Indizes, und „Prüfen und reparieren“ richtet, was sich neu aufbauen lässt. Das war der Rundgang: Hilfe → Rundgang beginnt ihn von vorn.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/search/empty_pages.py"/>
        <source>“exact words” -without</source>
        <translation>"genaue Wendung" -ohne</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/assemblies/suggestions_tab.py"/>
        <source>“{first}” and “{second}” are alike: similarity {similarity}.</source>
        <translation>„{first}“ und „{second}“ sind ähnlich: Ähnlichkeit {similarity}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/procedure_lines.py"/>
        <source>“{line}” is no condition.</source>
        <translation>„{line}“ ist keine Bedingung.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>“{name}” cannot be trusted: {problems}.</source>
        <translation>„{name}“ ist nicht vertrauenswürdig: {problems}.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/window/palette.py"/>
        <source>“{name}” cannot be used now.</source>
        <translation>„{name}“ ist jetzt nicht verwendbar.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/history/snapshots_tab.py"/>
        <source>“{name}” is sound: it matches the log.</source>
        <translation>„{name}“ ist in Ordnung: es stimmt mit dem Protokoll überein.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/models/procedure_lines.py"/>
        <source>“{part}” is no value.</source>
        <translation>„{part}“ ist kein Wert.</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/bridge/wording.py"/>
        <source>“{text}”</source>
        <translation>„{text}“</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>… after so many signals</source>
        <translation>… nach so vielen Signalen</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>… and once it is quiet for</source>
        <translation>… und sobald Ruhe ist seit</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>… and only if &amp;all of this holds</source>
        <translation>… und nur wenn &amp;all dies gilt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>… at port</source>
        <translation>… am Port</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>… counts as nearly full with so much left</source>
        <translation>… gilt als fast voll, wenn noch frei ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>… from</source>
        <translation>… ab</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>… from a similarity of</source>
        <translation>… ab einer Ähnlichkeit von</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>… named</source>
        <translation>… namens</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>… only i&amp;f</source>
        <translation>… nur &amp;wenn</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/form.py"/>
        <source>… or when the user &amp;is</source>
        <translation>… oder wenn der Nutzer &amp;ist</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/core/settings.py"/>
        <source>… to find facts, too</source>
        <translation>… auch um Fakten zu finden</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/conversations/turn_delegate.py"/>
        <source>… {character}: the inspector shows them all</source>
        <translation>… {character}: der Inspektor zeigt alles</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>▸ now</source>
        <translation>▸ jetzt</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>✓ done</source>
        <translation>✓ getan</translation>
    </message>
    <message>
        <location filename="../../memory_desktop/ui/layers/procedures/run_panel.py"/>
        <source>✗ failed</source>
        <translation>✗ misslungen</translation>
    </message>
</context>
</TS>
