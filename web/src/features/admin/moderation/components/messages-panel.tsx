import { Button } from '@mantine/core'
import type { ModeratedMessage } from '@purple-sector/contracts/chat/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { refetchSoon } from '../../../../client/realtime/cache-updates.ts'
import { serverNow } from '../../../../client/time/server-clock.ts'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { formatWhen, plural } from '../../../../ui/time/format.ts'
import { DeleteMessage } from '../../../chat/components/delete-message.tsx'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { type Filters, isFiltered } from '../api/filters.ts'
import { roomLabel } from '../api/moderation-labels.ts'
import type { Person } from '../api/moderation-mutations.ts'
import { logQuery, messagesQuery, newestQuery } from '../api/moderation-queries.ts'
import { MessageItem } from './message-item.tsx'

type Props = {
  weekend: Weekend
  filters: Filters
  onChoose(choice: { chat?: string; person?: string }): void
  onMute(person: Person): void
}

/** Returns the loaded messages in their current state, and the number of newer ones. */
const useMessages = (filters: Filters) => {
  const loadedMessages = useInfiniteQuery(messagesQuery(filters))
  const [first] = loadedMessages.data?.pages ?? []
  // The loaded page is the initial data, so that it is not fetched twice.
  const newest = useQuery({ ...newestQuery(filters), enabled: first !== undefined, initialData: first }).data
  const messages = loadedMessages.data?.pages.flat()
  const now = new Map(newest?.map((message) => [message.id, message]))
  const top = messages?.[0]?.id ?? 0
  return {
    read: loadedMessages,
    messages: messages?.map((message) => now.get(message.id) ?? message),
    fresh: messages ? (newest ?? []).filter(({ id, deleted }) => id > top && !deleted).length : 0,
  }
}

const chatOf = ({ groupId, weekendId }: ModeratedMessage): string =>
  groupId === null ? `weekend-${weekendId}` : `group-${groupId}`

/** Messages of the selected chats, newest first; new ones appear on request. */
export const MessagesPanel = ({ weekend, filters, onChoose, onMute }: Props) => {
  const client = useQueryClient()
  const { read, messages, fresh } = useMessages(filters)
  const [deleting, startDeleting] = useState<number | null>(null)
  const close = () => startDeleting(null)

  const item = (message: ModeratedMessage) => {
    const { id, userId, userName } = message
    return (
      <MessageItem
        key={id}
        message={message}
        room={roomLabel(message, weekend.id)}
        time={formatWhen(message.createdAt, serverNow(), weekend)}
        onDelete={() => startDeleting(id)}
        onMute={() => onMute({ userId, userName })}
        onPerson={filters.userId === undefined ? () => onChoose({ person: userId }) : undefined}
        onChat={(filters.weekendId ?? filters.groupId) ? undefined : () => onChoose({ chat: chatOf(message) })}
        form={
          deleting === id && !message.deleted ? (
            <DeleteMessage
              message={message}
              moderator="administrator"
              onCancel={close}
              onDeleted={() => {
                close()
                void client.invalidateQueries({ queryKey: newestQuery(filters).queryKey })
                void client.invalidateQueries({ queryKey: messagesQuery(filters).queryKey })
                refetchSoon(client, logQuery.queryKey)
              }}
            />
          ) : null
        }
      />
    )
  }

  return (
    <Panel single title="Messages" actions="newest first" flush>
      <div role="status">
        {fresh > 0 && (
          <Button
            variant="quiet"
            fullWidth
            radius={0}
            className="ps-below"
            c="var(--ps-ink)"
            onClick={() => void client.resetQueries({ queryKey: messagesQuery(filters).queryKey })}
          >
            {plural(fresh, 'new message')}
          </Button>
        )}
      </div>
      {messages === undefined ? (
        read.isError ? (
          <QueryError order={3} title="Couldn’t load the messages" query={read} />
        ) : (
          <ListLoading title="Loading the messages..." />
        )
      ) : messages.length === 0 ? (
        <EmptyState
          order={3}
          title="No messages found"
          text={isFiltered(filters) ? 'No messages match your search.' : 'No one has written anything yet.'}
        />
      ) : (
        <ul className="ps-lined" aria-label="Messages">
          {messages.map(item)}
        </ul>
      )}
      {read.hasNextPage && (
        <div className="ps-foot">
          <AsyncButton
            variant="outline"
            size="sm"
            loading={read.isFetchingNextPage}
            onClick={() => void read.fetchNextPage()}
          >
            {read.isFetchingNextPage ? 'Loading...' : 'Older messages'}
          </AsyncButton>
        </div>
      )}
    </Panel>
  )
}
