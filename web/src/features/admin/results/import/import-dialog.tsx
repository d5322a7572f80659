import { Box, Button, Text, Textarea } from '@mantine/core'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Car, Race } from '@purple-sector/contracts/weekends/http'
import { IconFileText } from '@tabler/icons-react'
import { reasonOf } from '../../../../client/api/api.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { FileDrop } from '../../../../ui/controls/file-drop.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { plural } from '../../../../ui/time/format.ts'
import type { Row } from '../api/classification.ts'
import { canApply } from './apply-import.ts'
import { EarlyStart } from './early-start.tsx'
import { ImportView } from './import-view.tsx'
import { useImport } from './use-import.ts'

const EXAMPLE = '1\t7\tclassified\t39\t1:20.4417\t\n2\t18\tclassified\t39\t1:20.6120\t+1.204'

const AS_TYPED = { input: { fontFamily: 'ui-monospace, monospace', tabSize: 12 } }

/** Parses a classification page, a sheet or pasted text, and applies it to the draft. */
export const ImportDialog = ({
  opened,
  race,
  rows,
  cars,
  onClose,
  onApply,
}: {
  opened: boolean
  race: Race
  rows: readonly Row[]
  cars: readonly Car[]
  onClose(): void
  onApply(parsed: ParsedImport): void
}) => {
  const { text, file, type, choose, clear, parsed, error, isParsing, retry } = useImport(race.id)
  const canUse = parsed !== undefined && canApply(parsed)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Read results"
      size="lg"
      stays
      foot={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!canUse}
            onClick={() => {
              if (!parsed) return
              onApply(parsed)
              clear()
              onClose()
            }}
          >
            {canUse ? `Import ${plural(parsed.classification.length, 'car')}` : 'Import'}
          </Button>
        </>
      }
    >
      <Textarea
        label="Page, sheet or text"
        styles={AS_TYPED}
        description="Paste a whole classification page or its table, or rows of a sheet: position, number, status, laps, best lap and gap. Just the car numbers in order, one per line, work too."
        placeholder={EXAMPLE}
        rows={parsed ? 4 : 8}
        wrap="off"
        spellCheck={false}
        value={text}
        data-autofocus
        onChange={({ target }) => type(target.value)}
      />
      <Box mt={12}>
        <FileDrop
          label="Or a file"
          choose="Choose a file"
          words={file ? file.name : 'A saved page or a spreadsheet'}
          hint=".html, .txt, .csv, .xlsx or .xls up to 5 MB."
          mark={<Icon icon={IconFileText} size={20} />}
          accept=".html,.htm,.txt,.csv,.tsv,.xlsx,.xls"
          onChoose={choose}
        />
      </Box>
      {isParsing && (
        <Text inherit c="dimmed" mt={14} role="status">
          Reading…
        </Text>
      )}
      {error && !isParsing && (
        <Box mt={14} role="alert">
          <p className="ps-bad">{reasonOf(error)}</p>
          <Box mt={8}>
            <Button variant="outline" size="sm" onClick={retry}>
              Try Again
            </Button>
          </Box>
        </Box>
      )}
      {parsed && !isParsing && (
        <ImportView
          parsed={parsed}
          rows={rows}
          cars={cars}
          action={
            parsed.startedAt !== null &&
            parsed.lateTips !== null && (
              <EarlyStart race={race} startedAt={parsed.startedAt} lateTips={parsed.lateTips} onLocked={retry} />
            )
          }
        />
      )}
    </Dialog>
  )
}
