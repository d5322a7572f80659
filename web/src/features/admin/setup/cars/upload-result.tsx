import { Text } from '@mantine/core'
import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import { IconChevronRight } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { Stat, StatGrid } from '../../../../ui/layout/stat.tsx'
import { Segments } from '../../../../ui/racing/segments.tsx'
import { plural } from '../../../../ui/time/format.ts'
import classes from './upload-result.module.css'
import { countOf, rowSegments, sheetsOf, skippedRows, type WrittenRow, type WrongRow } from './upload-rows.ts'

const ACTIONS: Record<WrittenRow['action'], string> = { created: 'New', updated: 'Updated', unchanged: 'Unchanged' }

const Wrong = ({ rows, several }: { rows: readonly WrongRow[]; several: boolean }) => (
  <>
    <div className={join(classes.wrong, classes.head, 'ps-columns')} aria-hidden="true">
      <span>Row</span>
      <span>Driver</span>
      <span>Column</span>
      <span>What’s wrong</span>
    </div>
    <ul className="ps-lined" aria-label="Errors">
      {rows.map(({ sheet, row, driver, column, message }) => (
        <li key={`${sheet} ${row} ${column} ${message}`} className={classes.wrong}>
          <b className={join('ps-num', classes.row)} title={several ? sheet : undefined}>
            {row}
          </b>
          <span className={join('ps-wrap', classes.driver)}>{driver ?? '–'}</span>
          <span className={classes.column}>{column}</span>
          <span className={join('ps-wrap', classes.message)}>
            {several && <span className="ps-faint">{sheet}: </span>}
            {message}
          </span>
        </li>
      ))}
    </ul>
  </>
)

const WrittenRows = ({ rows, words, opened }: { rows: readonly WrittenRow[]; words: string; opened: boolean }) => (
  <details className={join('ps-above', classes.written)} open={opened}>
    <summary>
      <Icon icon={IconChevronRight} size={16} />
      {words}
    </summary>
    <ul className="ps-lined ps-above" aria-label={words}>
      {rows.map(({ sheet, row, number, driver, category, action }) => (
        <li key={`${sheet} ${row}`} className={classes.line}>
          <span className="ps-faint">{row}</span>
          <span className="ps-wrap">
            {number === null ? driver : `#${number} ${driver}`}
            <span className="ps-faint"> · {category}</span>
          </span>
          <span className="ps-muted">{ACTIONS[action]}</span>
        </li>
      ))}
    </ul>
  </details>
)

type Props = { reply: UploadReply; preview?: boolean }

/** Figures of an upload or its preview, a segment per row, and the rows by outcome. */
export const UploadResult = ({ reply: { results }, preview = false }: Props) => {
  const { processed, success, errors, notes } = results
  const skipped = skippedRows(results)
  const [created, updated] = [countOf(results, 'created'), countOf(results, 'updated')]
  const { segments, rowsEach } = rowSegments(results)
  const several = sheetsOf(results).length > 1
  return (
    <>
      <div className={classes.figures}>
        <StatGrid columns={3} phoneColumns={3}>
          <Stat label="Processed" value={processed} />
          <Stat label="Success" value={success.length} tone="green" note={`${created} new, ${updated} updated`} />
          <Stat
            label="Errors"
            value={skipped}
            {...(skipped > 0 && {
              tone: 'red' as const,
              note: 'skipped',
            })}
          />
        </StatGrid>
        <div className={classes.bar}>
          <Segments wide values={segments} label={`${success.length} of ${processed} rows without errors`} />
          <Text span size="xs" c="dimmed">
            one segment per {rowsEach === 1 ? 'row' : `${rowsEach} rows`} of the file
          </Text>
        </div>
      </div>
      {notes.length > 0 && (
        <ul className={join('ps-above', classes.notes)} aria-label="Notes">
          {notes.map((note) => (
            <li key={note} className="ps-sm ps-wrap">
              {note}
            </li>
          ))}
        </ul>
      )}
      {errors.length > 0 && <Wrong rows={errors} several={several} />}
      {success.length > 0 && (
        <WrittenRows
          rows={success}
          words={`${plural(success.length, 'row')} ${preview ? 'without errors' : 'written'}`}
          opened={preview}
        />
      )}
    </>
  )
}
