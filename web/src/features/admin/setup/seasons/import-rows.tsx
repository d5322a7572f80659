import { Badge, Box, Text } from '@mantine/core'
import type { CalendarImportReply } from '@purple-sector/contracts/weekends/calendar-import'
import type { BadgeVariant } from '../../../../ui/theme/surfaces.ts'
import { weekendDates } from '../../../weekend-data/api/weekend-labels.ts'
import classes from './import-rows.module.css'

type Results = CalendarImportReply['results']
type Row = Results['success'][number]

const ACTIONS: Record<Row['action'], { label: string; tone: BadgeVariant }> = {
  created: { label: 'New', tone: 'green' },
  updated: { label: 'Updated', tone: 'yellow' },
  unchanged: { label: 'Unchanged', tone: 'plain' },
}

/** The order of the file. */
const inFile = (a: Results['errors'][number], b: Results['errors'][number]): number =>
  a.sheet.localeCompare(b.sheet) || a.row - b.row

/** Rows that have no round yet, because of an error, are 0 and come last. */
const byRound = (a: Row, b: Row): number =>
  Number(a.round === 0) - Number(b.round === 0) || a.round - b.round || a.row - b.row

const Errors = ({ errors }: { errors: Results['errors'] }) => (
  <ul className="ps-lined ps-above" aria-label="Errors">
    {errors.toSorted(inFile).map(({ sheet, row, name, column, message }) => (
      <li key={`${sheet} ${row} ${column} ${message}`} className={classes.row}>
        <Text span className="ps-num ps-bad" ta="right" aria-hidden>
          !
        </Text>
        <span className="ps-wrap">
          <Text component="b" display="block" fw={550}>
            {[`Row ${row}`, name, column].filter(Boolean).join(', ')}
          </Text>
          <Text span variant="note">
            {message}
          </Text>
        </span>
        <Badge variant="red">Error</Badge>
      </li>
    ))}
  </ul>
)

/** The rows of a calendar with what happens to each, errors first. */
export const ImportRows = ({ results: { success, errors, notes } }: { results: Results }) => (
  <>
    {errors.length > 0 && <Errors errors={errors} />}
    {notes.length > 0 && (
      <Box component="ul" className="ps-sm ps-muted ps-above" py={8} px={{ base: 16, sm: 20 }} aria-label="Notes">
        {notes.map((note) => (
          <li key={note} className="ps-wrap">
            {note}
          </li>
        ))}
      </Box>
    )}
    {success.length > 0 && (
      <ul className="ps-lined ps-above" aria-label="Rounds of the file">
        {success.toSorted(byRound).map((row) => (
          <li key={`${row.sheet} ${row.row}`} className={classes.row}>
            <Text span className="ps-num" c="dimmed" ta="right">
              {row.round || '–'}
            </Text>
            <span className="ps-wrap">
              <Text component="b" display="block" fw={550}>
                {row.name}
              </Text>
              <Text span variant="note">
                {[weekendDates(row), row.venue, row.timeZone].filter(Boolean).join(' · ')}
              </Text>
            </span>
            <Badge variant={ACTIONS[row.action].tone}>{ACTIONS[row.action].label}</Badge>
          </li>
        ))}
      </ul>
    )}
  </>
)
