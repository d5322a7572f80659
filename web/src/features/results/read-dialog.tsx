import { Box } from '@mantine/core'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Car, Race } from '@purple-sector/contracts/weekends/http'
import { IconFileText } from '@tabler/icons-react'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Row } from './classification.ts'
import { EarlyStart } from './early-start.tsx'
import { ImportView } from './import-view.tsx'
import classes from './read-dialog.module.css'
import { canTakeOver } from './take-over.ts'
import { useImport } from './use-import.ts'

const EXAMPLE = '1\t7\tclassified\t39\t1:20.4417\t\n2\t18\tclassified\t39\t1:20.6120\t+1.204'

/** Parses a classification page, a sheet or pasted text, and applies it to the draft. */
export const ReadDialog = ({
  opened,
  race,
  rows,
  cars,
  onClose,
  onTakeOver,
}: {
  opened: boolean
  race: Race
  rows: readonly Row[]
  cars: readonly Car[]
  onClose(): void
  onTakeOver(reading: ParsedImport): void
}) => {
  const { text, file, type, choose, clear, reading, error, isReading, again } = useImport(race.id)
  const canUse = reading !== undefined && canTakeOver(reading)
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
              if (!reading) return
              onTakeOver(reading)
              clear()
              onClose()
            }}
          >
            {canUse ? `Import ${plural(reading.classification.length, 'car')}` : 'Import'}
          </Button>
        </>
      }
    >
      <TextAreaField
        label="Page, sheet or text"
        className={classes.field}
        hint="Paste a whole classification page or its table, or rows of a sheet: position, number, status, laps, best lap and gap. Just the car numbers in order, one per line, work too."
        placeholder={EXAMPLE}
        rows={reading ? 4 : 8}
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
      {isReading && (
        <Box component="p" className="ps-muted" mt={14} role="status">
          Reading…
        </Box>
      )}
      {error && !isReading && (
        <Box mt={14} role="alert">
          <p className="ps-bad">{reasonOf(error)}</p>
          <Box mt={8}>
            <Button variant="outline" size="sm" onClick={again}>
              Try Again
            </Button>
          </Box>
        </Box>
      )}
      {reading && !isReading && (
        <ImportView
          reading={reading}
          rows={rows}
          cars={cars}
          action={
            reading.startedAt !== null &&
            reading.lateTips !== null && (
              <EarlyStart race={race} startedAt={reading.startedAt} lateTips={reading.lateTips} onLocked={again} />
            )
          }
        />
      )}
    </Dialog>
  )
}
