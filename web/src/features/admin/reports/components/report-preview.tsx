import '@mantine/core/styles/Table.layer.css'
import { Box, Flex, Stack, Table, Title } from '@mantine/core'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Brand } from '../../../../ui/layout/brand.tsx'
import { formatNumber, plural } from '../../../../ui/time/format.ts'
import { leaderboardQuery } from '../../../leaderboard-rows/api/leaderboard-queries.ts'
import { weekendDates } from '../../../weekend-data/api/weekend-labels.ts'
import classes from './report-preview.module.css'

const TOP = 10

/** Preview of the first inner page of the weekend's report, from the current leaderboard. */
export const ReportPreview = ({ weekend }: { weekend: Weekend }) => {
  const board = useQuery(leaderboardQuery(openCompetition(weekend.id), 'official'))
  const { name, venue } = weekend
  if (board.data === undefined && board.isError)
    return <QueryError order={2} title="Couldn’t load the board" query={board} />
  const top = board.data?.entries.slice(0, TOP) ?? []
  const total = board.data?.total ?? 0
  const foot =
    board.data === undefined
      ? 'Loading the board...'
      : total === 0
        ? 'No one has tipped.'
        : total > TOP
          ? `Top ${TOP} of ${plural(total, 'fan')}`
          : plural(total, 'fan')
  return (
    <Stack
      component="figure"
      className="ps-frame"
      align="center"
      gap={10}
      m={0}
      p="20px 24px 16px"
      bg="var(--ps-sunken)"
    >
      <Flex direction="column" className={classes.sheet} w="min(100%, 318px)" py={26} px={28}>
        <Brand className={classes.brand} />
        <Title order={2} lineClamp={2} fz={23} fw={740} lh="27px" mt={16}>
          {name}
        </Title>
        <p>{[venue, weekendDates(weekend)].filter(Boolean).join(' · ')}</p>
        <div className={classes.sectors} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <Table verticalSpacing={2} className={classes.board}>
          <caption className="ps-hidden">The top 10 of the leaderboard</caption>
          <thead className="ps-hidden">
            <tr>
              <th scope="col">Position</th>
              <th scope="col">Fan</th>
              <th scope="col">Points</th>
            </tr>
          </thead>
          <Table.Tbody>
            {top.map((entry) => (
              <Table.Tr key={entry.userId}>
                <Table.Td className="ps-num" fz={13}>
                  {entry.position === null ? '–' : `${entry.tieBreak === 'shared' ? '=' : ''}${entry.position}`}
                </Table.Td>
                <Table.Td className="ps-clip" dir="auto" w="100%" maw={0}>
                  {displayName(entry)}
                </Table.Td>
                <Table.Td className="ps-num" mod="figure" fz={13}>
                  {entry.totalPoints === null ? '–' : formatNumber(entry.totalPoints)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Box component="p" mt="auto" pt={8}>
          {foot}
        </Box>
      </Flex>
      <figcaption className="ps-xs ps-faint">Preview of page 2, with the leaderboard as it is now</figcaption>
    </Stack>
  )
}
