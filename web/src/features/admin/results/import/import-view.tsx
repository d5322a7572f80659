import '@mantine/core/styles/Table.layer.css'
import { Badge, Box, Flex, Table, Text } from '@mantine/core'
import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Car } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { formatLap, plural } from '../../../../ui/time/format.ts'
import type { Row } from '../api/classification.ts'
import { RESULT_STATUSES, RESULT_TONES } from '../api/result-labels.ts'
import { STATUS_LABELS } from '../api/row-labels.ts'
import { ImportFrame } from './import-frame.tsx'

type DisplayedCar = Pick<Row, 'plate' | 'driver'>

const ParsedRows = ({ parsed, carOf }: { parsed: ParsedImport; carOf(carId: number): DisplayedCar | undefined }) => {
  const matched = new Map(parsed.matched.map((each) => [each.carId, each]))
  return (
    <Table horizontalSpacing={5} mod="inset">
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

/** Maximum number of listed lines: with that many, the file is the wrong one. */
const VISIBLE_LINES = 50

const Part = ({
  title,
  role,
  text,
  children,
}: {
  title: string
  role?: 'alert' | undefined
  text?: string | undefined
  children: ReactNode
}) => (
  <ImportFrame aria-label={title} role={role}>
    <Text component="h3" variant="label" p="12px 14px 6px">
      {title}
    </Text>
    {text !== undefined && (
      <Box component="p" className="ps-bad" fz={13.5} px={14} pb={6}>
        {text}
      </Box>
    )}
    <Box component="ul" className="ps-above ps-lined ps-wrap" fz={13.5}>
      {children}
    </Box>
  </ImportFrame>
)

const Line = ({ label, children }: { label?: ReactNode; children: ReactNode }) => (
  <Flex component="li" gap={10} py={8} px={14}>
    {label}
    <span className="ps-fill">{children}</span>
  </Flex>
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
      <Flex direction={{ base: 'column', md: 'row' }} align={{ base: 'stretch', md: 'flex-start' }} gap={14} mt={12}>
        <ImportFrame aria-label="Understood" flex={{ md: '1.7 1 0' }} miw={0}>
          {classification.length > 0 ? (
            <ParsedRows parsed={parsed} carOf={(carId) => carsById.get(carId)} />
          ) : (
            <Text inherit c="dimmed" p={14}>
              It has no car from this session.
            </Text>
          )}
        </ImportFrame>
        {lines.length + notes.length > 0 && (
          <Flex direction="column" gap={14} flex={{ md: '1 1 0' }} miw={0}>
            {lines.length > 0 && (
              <Part
                title="Not understood"
                role={errors.length > 0 ? 'alert' : undefined}
                text={
                  errors.length > 0
                    ? `${plural(errors.length, 'error')}. Nothing is imported until ${errors.length === 1 ? 'it is' : 'they are'} gone.`
                    : undefined
                }
              >
                {lines.slice(0, VISIBLE_LINES).map(({ line, text, isError }) => (
                  <Line
                    key={`${line} ${text}`}
                    label={<b className={`ps-num ${isError ? 'ps-bad' : 'ps-slow'}`}>Line {line}</b>}
                  >
                    {text}
                  </Line>
                ))}
                {lines.length > VISIBLE_LINES && <Line>… and {lines.length - VISIBLE_LINES} more</Line>}
              </Part>
            )}
            {notes.length > 0 && (
              <Part title="Notes">
                {notes.slice(0, VISIBLE_LINES).map((note) => (
                  <Line key={note}>{note}</Line>
                ))}
              </Part>
            )}
          </Flex>
        )}
      </Flex>
    </Box>
  )
}
