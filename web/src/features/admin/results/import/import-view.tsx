import '@mantine/core/styles/Table.layer.css'
import { Badge, Box, Flex, Table, Text } from '@mantine/core'
import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Car } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { join } from '../../../../ui/base/join.ts'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { formatLap, plural } from '../../../../ui/time/format.ts'
import type { Row } from '../api/classification.ts'
import { RESULT_STATUSES, RESULT_TONES } from '../api/result-labels.ts'
import { STATUS_LABELS } from '../api/row-labels.ts'
import classes from './import-view.module.css'

type DisplayedCar = Pick<Row, 'plate' | 'driver'>

const ParsedRows = ({ parsed, carOf }: { parsed: ParsedImport; carOf(carId: number): DisplayedCar | undefined }) => {
  const matched = new Map(parsed.matched.map((each) => [each.carId, each]))
  return (
    <Table mod="inset">
      <caption className="ps-hidden">What was understood</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Pos</Table.Th>
          <Table.Th scope="col">Car</Table.Th>
          <Table.Th scope="col">Driver</Table.Th>
          <Table.Th scope="col">Status</Table.Th>
          <Table.Th scope="col" mod="figure" visibleFrom="sm">
            Laps
          </Table.Th>
          <Table.Th scope="col" mod="figure">
            Best lap
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {inOrder(parsed.classification).map(({ carId, position, status, laps, bestLapMs }) => {
          const matchedCar = matched.get(carId)
          const knownCar = carOf(carId)
          return (
            <Table.Tr key={carId}>
              <Table.Td>{position ?? '–'}</Table.Td>
              <Table.Td>
                <Plate
                  number={knownCar?.plate ?? matchedCar?.number}
                  size="sm"
                  look={status === 'classified' ? 'solid' : 'dim'}
                />
              </Table.Td>
              <Table.Th scope="row">
                {knownCar?.driver}
                {matchedCar?.differs && (
                  <Text size="xs" c="var(--ps-yellow-ink)">
                    On the page: {matchedCar.driver}
                  </Text>
                )}
              </Table.Th>
              <Table.Td className={status === 'classified' ? 'ps-faint' : 'ps-bad'}>{STATUS_LABELS[status]}</Table.Td>
              <Table.Td mod="figure" visibleFrom="sm">
                {laps ?? '–'}
              </Table.Td>
              <Table.Td mod="figure">{bestLapMs === undefined ? '–' : formatLap(bestLapMs)}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

/** Maximum number of listed errors: with that many, the file is the wrong one. */
const VISIBLE_ERRORS = 50

const Lines = ({ lines }: { lines: readonly { line: number; text: string; isError: boolean }[] }) => (
  <ul className={classes.lines}>
    {lines.slice(0, VISIBLE_ERRORS).map(({ line, text, isError }) => (
      <li key={`${line} ${text}`}>
        <b className={isError ? 'ps-bad' : 'ps-slow'}>Line {line}</b>
        <span>{text}</span>
      </li>
    ))}
    {lines.length > VISIBLE_ERRORS && <li>… and {lines.length - VISIBLE_ERRORS} more</li>}
  </ul>
)

/** The parsed import with its errors, before it is applied. */
export const ImportView = ({
  parsed,
  rows,
  cars,
  action,
}: {
  parsed: ParsedImport
  rows: readonly Row[]
  cars: readonly Car[]
  /** Actions on the parsed import, rendered above it. */
  action?: ReactNode
}) => {
  const { status, issue, classification, unmatched, errors, notes } = parsed
  const carsById = new Map<number, DisplayedCar>([
    ...cars.map((car): [number, DisplayedCar] => [car.id, car]),
    ...rows.map((row): [number, DisplayedCar] => [row.carId, row]),
  ])
  const lines = [
    ...errors.map(({ line, message }) => ({ line, text: message, isError: true })),
    ...unmatched.map(({ line, number, driver }) => ({
      line,
      text: `Car ${number}${driver && `, ${driver}`}: not entered in this session’s category.`,
      isError: false,
    })),
  ].toSorted((a, other) => a.line - other.line)
  return (
    <Box mt={16}>
      <Flex align="center" gap={10} wrap="wrap" role="status">
        {status && <Badge variant={RESULT_TONES[status]}>{RESULT_STATUSES[status]}</Badge>}
        {issue !== null && <Badge variant="plain">Issue {issue}</Badge>}
        <Text span inherit c="dimmed">
          {plural(classification.length, 'car')} understood
          {lines.length > 0 && `, ${plural(lines.length, 'line')} not`}
        </Text>
      </Flex>
      {action}
      <div className={join(classes.beside, lines.length + notes.length === 0 && classes.alone)}>
        <section aria-label="Understood" className={classes.panel}>
          {classification.length > 0 ? (
            <ParsedRows parsed={parsed} carOf={(carId) => carsById.get(carId)} />
          ) : (
            <Text inherit c="dimmed" p={14}>
              It has no car from this session.
            </Text>
          )}
        </section>
        {lines.length + notes.length > 0 && (
          <Flex direction="column" gap={14} miw={0}>
            {lines.length > 0 && (
              <section
                aria-label="Not understood"
                className={classes.panel}
                role={errors.length > 0 ? 'alert' : undefined}
              >
                <h3 className="ps-label">Not understood</h3>
                {errors.length > 0 && (
                  <Box component="p" className="ps-bad" fz={13.5} px={14} pb={6}>
                    {plural(errors.length, 'error')}. Nothing is imported until{' '}
                    {errors.length === 1 ? 'it is' : 'they are'} gone.
                  </Box>
                )}
                <Lines lines={lines} />
              </section>
            )}
            {notes.length > 0 && (
              <section aria-label="Notes" className={classes.panel}>
                <h3 className="ps-label">Notes</h3>
                <ul className={classes.notes}>
                  {notes.slice(0, VISIBLE_ERRORS).map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              </section>
            )}
          </Flex>
        )}
      </div>
    </Box>
  )
}
