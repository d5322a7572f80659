import { Anchor, Badge, Button, Container, Group, Table, Text, Title } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { useQuery } from '@tanstack/react-query'
import { boardQuery, currentWeekendQuery } from './leaderboard-queries.ts'
import { useRealtime } from './use-realtime.ts'

const nameOf = ({ username, firstName, lastName }: Entry): string =>
  username ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Anonymous')

const changeOf = ({ positionChange }: Entry): string =>
  positionChange === 0 ? '–' : positionChange > 0 ? `▲${positionChange}` : `▼${-positionChange}`

const Row = ({ entry, isMe }: { entry: Entry; isMe: boolean }) => (
  <Table.Tr fw={isMe ? 700 : undefined}>
    <Table.Td>{entry.position ?? '–'}</Table.Td>
    <Table.Td aria-label={`change ${entry.positionChange}`}>{changeOf(entry)}</Table.Td>
    <Table.Td>
      {nameOf(entry)}
      {isMe && ' (YOU)'}
    </Table.Td>
    <Table.Td ta="right">{entry.tipsSubmitted}</Table.Td>
    <Table.Td ta="right">{entry.totalPoints ?? '–'}</Table.Td>
  </Table.Tr>
)

/** The live leaderboard of the current weekend, plain: the real app comes with its own issue. */
export const LeaderboardPage = ({ user }: { user: User }) => {
  const weekend = useQuery(currentWeekendQuery)
  const weekendId = weekend.data?.id
  const { isLive, announcement } = useRealtime(weekendId)
  const board = useQuery({ ...boardQuery(weekendId ?? 0, isLive), enabled: weekendId !== undefined })

  return (
    <Container size="md" py="lg">
      <Group justify="space-between">
        <Title order={1}>Purple Sector</Title>
        <Group>
          <Badge color={isLive ? 'green' : 'yellow'} variant="light">
            {isLive ? 'LIVE' : 'OFFLINE'}
          </Badge>
          <Text>{user.username ?? user.email}</Text>
          <Anchor href="/api/logout">Logout</Anchor>
        </Group>
      </Group>
      <Text role="status" mih="1.6em" mt="sm">
        {announcement}
      </Text>
      {weekend.isPending || (weekendId !== undefined && board.isPending) ? (
        <Text>Loading the leaderboard...</Text>
      ) : weekend.isError || board.isError ? (
        <>
          <Text role="alert">{(weekend.error ?? board.error)?.message}</Text>
          <Button mt="sm" onClick={() => void (weekend.isError ? weekend.refetch() : board.refetch())}>
            Try Again
          </Button>
        </>
      ) : !weekend.data ? (
        <>
          <Title order={2}>No Active Weekend</Title>
          <Text>There is no active race weekend at the moment. Check back later!</Text>
        </>
      ) : (
        <>
          <Title order={2}>
            {weekend.data.name} {weekend.data.status === 'live' && <Badge color="green">LIVE EVENT</Badge>}
          </Title>
          <Text>
            {weekend.data.venue} · {weekend.data.date}
          </Text>
          {board.data?.entries.length === 0 ? (
            <Text mt="md">No participants yet</Text>
          ) : (
            <Table.ScrollContainer minWidth={320} mt="md">
              <Table aria-label="Leaderboard">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Pos</Table.Th>
                    <Table.Th>+/−</Table.Th>
                    <Table.Th>Name</Table.Th>
                    <Table.Th ta="right">Tips</Table.Th>
                    <Table.Th ta="right">Points</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {board.data?.entries.map((entry) => (
                    <Row key={entry.userId} entry={entry} isMe={entry.userId === user.id} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </>
      )}
    </Container>
  )
}
