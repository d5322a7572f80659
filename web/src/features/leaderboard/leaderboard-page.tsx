import { Button, Table, Text, Title } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { useQuery } from '@tanstack/react-query'
import { usePollWhileOffline } from '../../lib/live.ts'
import { useUser } from '../session/user-query.ts'
import { useActiveWeekend } from '../weekends/active-weekend.tsx'
import { BOARD_POLL_MS, boardPageQuery } from './leaderboard-queries.ts'

const nameOf = ({ username, firstName, lastName }: Entry): string =>
  username ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Anonymous')

const Row = ({ entry, isMe }: { entry: Entry; isMe: boolean }) => (
  <Table.Tr fw={isMe ? 700 : undefined}>
    <Table.Td>{entry.position ?? '–'}</Table.Td>
    <Table.Td>
      {nameOf(entry)}
      {isMe && ' (YOU)'}
    </Table.Td>
    <Table.Td ta="right">{entry.tipsSubmitted}</Table.Td>
    <Table.Td ta="right">{entry.totalPoints ?? '–'}</Table.Td>
  </Table.Tr>
)

const Board = ({ weekendId }: { weekendId: number }) => {
  const user = useUser()
  const board = useQuery({ ...boardPageQuery(weekendId), refetchInterval: usePollWhileOffline(BOARD_POLL_MS) })
  if (board.isPending) return <Text>Loading the leaderboard...</Text>
  if (board.isError)
    return (
      <>
        <Text role="alert">{board.error.message}</Text>
        <Button onClick={() => void board.refetch()}>Try Again</Button>
      </>
    )
  if (board.data.entries.length === 0) return <Text>No participants yet</Text>
  return (
    <Table aria-label="Leaderboard">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Pos</Table.Th>
          <Table.Th>Name</Table.Th>
          <Table.Th ta="right">Tips</Table.Th>
          <Table.Th ta="right">Points</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {board.data.entries.map((entry) => (
          <Row key={entry.userId} entry={entry} isMe={entry.userId === user?.id} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The board of the active weekend, live. */
export const LeaderboardPage = () => {
  const { weekend } = useActiveWeekend()
  return (
    <>
      <Title order={1}>Leaderboard</Title>
      {weekend && <Board weekendId={weekend.id} />}
    </>
  )
}
