import '@mantine/core/styles/Table.layer.css'
import { Box, Button, Table } from '@mantine/core'
import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { useState } from 'react'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { formatLap } from '../../../../ui/time/format.ts'
import { formatGapToLeader } from './timing-labels.ts'

/** Number of rows that suffice to recognise the session. */
const VISIBLE_ROWS = 8

/** The first rows of the order as the source sends it. */
export const FeedTable = ({ entries }: { entries: Timing['entries'] }) => {
  const [showsAll, showAll] = useState(false)
  return (
    <>
      <Table layout="fixed" verticalSpacing={6} mod="inset">
        <caption className="ps-hidden">What the source says</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={48}>
              Pos
            </Table.Th>
            <Table.Th scope="col" w={44}>
              Car
            </Table.Th>
            <Table.Th scope="col">Driver</Table.Th>
            <Table.Th scope="col" w={48} mod="figure">
              Laps
            </Table.Th>
            <Table.Th scope="col" w={84} mod="figure">
              Gap
            </Table.Th>
            <Table.Th scope="col" w={100} mod="figure" visibleFrom="sm">
              Last lap
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.slice(0, showsAll ? undefined : VISIBLE_ROWS).map((entry) => (
            <Table.Tr key={entry.plate}>
              <Table.Td>{entry.place ?? '–'}</Table.Td>
              <Table.Td>
                <Plate number={entry.plate} size="sm" look={entry.status === 'out' ? 'out' : 'solid'} />
              </Table.Td>
              <Table.Th scope="row" className="ps-lines">
                <span>{entry.driver ?? '–'}</span>
                {entry.carId === null && <span className="ps-slow">not entered</span>}
              </Table.Th>
              <Table.Td mod="figure">{entry.laps}</Table.Td>
              <Table.Td mod="figure">{formatGapToLeader(entry)}</Table.Td>
              <Table.Td mod="figure" visibleFrom="sm">
                {entry.lastLapMs === null ? '–' : formatLap(entry.lastLapMs)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {entries.length > VISIBLE_ROWS && (
        <Box className="ps-above" p="6px 8px">
          <Button variant="quiet" size="sm" onClick={() => showAll(!showsAll)}>
            {showsAll ? 'Show the first rows' : `Show all ${entries.length} cars`}
          </Button>
        </Box>
      )}
    </>
  )
}
