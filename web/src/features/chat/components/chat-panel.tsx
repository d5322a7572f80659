import { Box, Flex, Skeleton, Stack } from '@mantine/core'
import type { Message, Room } from '@purple-sector/contracts/chat/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useLive, usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { OfflineLine } from '../../../ui/layout/offline-line.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { formatTime, type TimeZoneOption } from '../../../ui/time/format.ts'
import { useUser } from '../../session/user-query.ts'
import { lastIdOf } from '../api/chat-log.ts'
import { removeMessage, useDeleteOwnMessage, useSendMessage } from '../api/chat-mutations.ts'
import { CHAT_POLL_MS, logQuery, outboxQuery } from '../api/chat-queries.ts'
import { type ChatRow, chatRows } from '../api/chat-rows.ts'
import { formatMessageAge } from '../api/format-message-age.ts'
import type { ChatRoom } from '../api/room.ts'
import type { ScrollPosition } from '../api/scroll-position.ts'
import { useMarkRead } from '../api/use-mark-read.ts'
import { Composer } from './composer.tsx'
import { DeleteMessage, type Moderator } from './delete-message.tsx'
import { MessageList } from './message-list.tsx'

/** Interval at which ages such as "3 minutes ago" are updated, in ms. */
const AGE_UPDATE_INTERVAL_MS = 15_000

const RED_EDGE = { boxShadow: 'inset 3px 0 0 var(--ps-red)' }

const Loading = () => (
  <LoadingState order={3} title="Loading messages..." className="ps-fill">
    <Stack gap={16} mt={8} aria-hidden="true">
      {[220, 320, 180, 260].map((width) => (
        <Skeleton key={width} width={width} height={36} />
      ))}
    </Stack>
  </LoadingState>
)

/** Shows how old the messages are, while offline. On a phone the line of the page is directly above a room's. */
const Offline = ({ asOf, zone, isGroup }: { asOf: number; zone: TimeZoneOption; isGroup: boolean }) => {
  const { isLive, lostAt } = useLive()
  if (isLive || lostAt === null) return null
  return (
    <Box p={8} visibleFrom={isGroup ? undefined : 'sm'}>
      <OfflineLine>{` Messages as of ${formatTime(Math.max(asOf, lostAt), zone)}.`}</OfflineLine>
    </Box>
  )
}

/** Returns when the server accepted the last own message, from which slow mode counts. */
const lastOwnAt = (rows: readonly ChatRow[]): number => {
  const lastOwn = rows.findLast((row) => row.kind === 'message' && row.isOwn)
  return lastOwn?.kind === 'message' ? Date.parse(lastOwn.message.createdAt) : 0
}

export type ChatPanelProps = {
  room: ChatRoom
  /** The weekend of the room; for a group's room, the weekend of the group. */
  weekendId: number
  /** The room's data apart from its messages. */
  facts: Room | undefined
  placeholder: string
  empty: { title: string; text?: string }
  /** Races whose finish is listed between the messages. */
  races?: readonly Race[] | undefined
  zone: TimeZoneOption
  /** The role in which others' messages are deleted with a reason; undefined if not permitted. */
  moderator?: Moderator | undefined
  className?: string | undefined
}

/** A chat room: its messages and the composer. */
export const ChatPanel = ({
  room,
  weekendId,
  facts,
  placeholder,
  empty,
  races,
  zone,
  moderator,
  className,
}: ChatPanelProps) => {
  const client = useQueryClient()
  const userId = useUser()?.id ?? ''
  const log = useQuery({ ...logQuery(room), refetchInterval: usePollWhileOffline(CHAT_POLL_MS[room.type]) })
  const { entries, notBefore } = useQuery(outboxQuery(room)).data
  const { send, sendAgain, discard } = useSendMessage(room)
  const { mutate: deleteOwn } = useDeleteOwnMessage(room)
  const [position, setPosition] = useState<ScrollPosition>('end')
  const [deletingId, openDeleteForm] = useState<number | null>(null)
  const now = useServerNow(AGE_UPDATE_INTERVAL_MS)
  const lastId = log.data ? lastIdOf(log.data) : 0
  useMarkRead(room, lastId, position)
  const rows = useMemo(
    () => (log.data ? chatRows({ ...log.data, sendings: entries, races, userId }) : []),
    [log.data, entries, races, userId],
  )

  const isGroup = room.type === 'group'
  const isOwnOfGroup = (message: Message): boolean => isGroup && message.userId === userId
  const content = (): ReactNode => {
    if (log.isPending) return <Loading />
    if (!log.data) return <QueryError order={3} title="Couldn’t load the messages" query={log} className="ps-fill" />
    if (rows.length === 0) return <EmptyState order={3} {...empty} className="ps-fill" />
    return (
      <MessageList
        room={room}
        weekendId={weekendId}
        rows={rows}
        hasOlder={log.data.hasOlder}
        lastId={lastId}
        position={position}
        onPosition={setPosition}
        formatMessageTime={({ createdAt }) =>
          isGroup ? formatMessageAge(Date.parse(createdAt), now) : formatTime(createdAt, zone)
        }
        canDelete={(message) => isOwnOfGroup(message) || moderator !== undefined}
        onDelete={(message) => (isOwnOfGroup(message) ? deleteOwn(message.id) : openDeleteForm(message.id))}
        renderBelow={(message) =>
          message.id === deletingId &&
          moderator && (
            <Box mt={8} p={12} pl={15} bdrs="md" bg="var(--ps-raised)" style={RED_EDGE}>
              <DeleteMessage
                message={message}
                moderator={moderator}
                onCancel={() => openDeleteForm(null)}
                onDeleted={() => removeMessage(client, room, message.id)}
              />
            </Box>
          )
        }
        onSendAgain={sendAgain}
        onDiscard={discard}
      />
    )
  }
  const slowMs = (facts?.slowModeSeconds ?? 0) * 1_000
  return (
    <Flex direction="column" flex="1 1 0" mih={0} className={className}>
      <Offline asOf={log.dataUpdatedAt} zone={zone} isGroup={isGroup} />
      {content()}
      <Composer
        placeholder={placeholder}
        room={facts}
        notBefore={Math.max(notBefore, slowMs > 0 ? lastOwnAt(rows) + slowMs : 0)}
        isSending={entries.some(({ state }) => state === 'sending')}
        zone={zone}
        onSend={send}
      />
    </Flex>
  )
}
