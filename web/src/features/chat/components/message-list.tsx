import { Box, Button, Flex } from '@mantine/core'
import { useThrottledValue } from '@mantine/hooks'
import type { Message } from '@purple-sector/contracts/chat/http'
import { IconArrowDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { useServerRendered } from '../../../ui/base/server-rendered.ts'
import { useFocusFallback } from '../../../ui/base/use-focus-fallback.ts'
import { plural } from '../../../ui/time/format.ts'
import { readOlder } from '../api/chat-queries.ts'
import type { ChatRow } from '../api/chat-rows.ts'
import type { OutgoingMessage } from '../api/outbox.ts'
import type { ChatRoom } from '../api/room.ts'
import type { ScrollPosition } from '../api/scroll-position.ts'
import { FinishRow, MessageRow, SendingRow } from './message-row.tsx'

/** Estimated height of a row until it is measured, in px. */
const ESTIMATED_ROW_PX = 58
/** Distance from the end within which the newest messages count as visible, in px. */
const END_TOLERANCE_PX = 40
/** Rows before the top at which older messages are fetched. */
const LOAD_AHEAD_ROWS = 12
/** Rows that are server-rendered: more than fit on a screen. */
const SERVER_RENDERED_ROWS = 20
/** Minimum interval of announcements to screen readers, in ms. */
const ANNOUNCE_INTERVAL_MS = 3_000

const SCROLLER: CSSProperties = {
  overflow: 'hidden auto',
  overscrollBehavior: 'contain',
  // The list manages its scroll position itself.
  overflowAnchor: 'none',
  outlineOffset: -2,
}
const FLOATING: CSSProperties = { boxShadow: 'var(--ps-shadow-pop)' }

export type MessageListProps = {
  room: ChatRoom
  weekendId: number
  rows: readonly ChatRow[]
  hasOlder: boolean
  lastId: number
  position: ScrollPosition
  onPosition(position: ScrollPosition): void
  formatMessageTime(message: Message): string
  canDelete(message: Message): boolean
  onDelete(message: Message): void
  /** Renders the deletion form below its message. */
  renderBelow(message: Message): ReactNode
  onSendAgain(sending: OutgoingMessage): void
  onDiscard(sending: OutgoingMessage): void
}

/** Fetches older messages once they are needed; after a failure only on the user's request. */
const useOlderMessages = (room: ChatRoom, isNeeded: boolean) => {
  const client = useQueryClient()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const isLoading = useRef(false)
  const { type, id } = room
  const load = useCallback(async () => {
    if (isLoading.current) return
    isLoading.current = true
    setState('loading')
    await readOlder(client, { type, id }).then(
      () => setState('idle'),
      () => setState('failed'),
    )
    isLoading.current = false
  }, [client, type, id])
  useEffect(() => {
    if (isNeeded && state === 'idle') void load()
  }, [isNeeded, state, load])
  return { state, load }
}

/** Returns the number of messages of others since the user scrolled up. */
const useNewMessageCount = (rows: readonly ChatRow[], position: ScrollPosition, lastId: number): number => {
  const lastSeenId = useRef(lastId)
  if (position === 'end') lastSeenId.current = lastId
  if (position === 'end') return 0
  return rows.filter((row) => row.kind === 'message' && !row.isOwn && row.message.id > lastSeenId.current).length
}

const describeNewest = (rows: readonly ChatRow[]): string => {
  const last = rows.at(-1)
  return last?.kind === 'message' && !last.isOwn ? `${last.message.userName}: ${last.message.message}` : ''
}

/** Announces changes to screen readers, throttled; not the initial text. */
const Announcement = ({ text }: { text: string }) => {
  const first = useRef(text)
  const announced = useThrottledValue(text, ANNOUNCE_INTERVAL_MS)
  return (
    <p className="ps-hidden" aria-live="polite">
      {announced === first.current ? '' : announced}
    </p>
  )
}

/** Returns the last rows for server rendering, until the virtual list has measured its rows. */
const useLastRows = (rows: readonly ChatRow[]): { index: number; key: string | number }[] | undefined => {
  const serverRendered = useServerRendered()
  const [isServerRendered] = useState(serverRendered !== null)
  if (!isServerRendered) return undefined
  const from = Math.max(0, rows.length - SERVER_RENDERED_ROWS)
  return rows.slice(from).map((row, offset) => ({ index: from + offset, key: row.key }))
}

/** Virtual list of messages, from the oldest loaded to the newest; only visible rows are mounted. */
export const MessageList = (props: MessageListProps) => {
  const { room, rows, hasOlder, lastId, position, onPosition } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: 8,
    paddingStart: 8,
    paddingEnd: 14,
    anchorTo: 'end',
    scrollEndThreshold: END_TOLERANCE_PX,
    useFlushSync: false,
  })
  const items = list.getVirtualItems()
  const last = useLastRows(rows)
  const serverRenderedRows = items.length === 0 ? last : undefined
  const first = items[0]
  const isShort = scroller !== null && list.getTotalSize() <= scroller.clientHeight
  const older = useOlderMessages(
    room,
    hasOlder && (isShort || (position === 'back' && (first?.index ?? LOAD_AHEAD_ROWS) < LOAD_AHEAD_ROWS)),
  )
  const top = useRef(0)
  const newCount = useNewMessageCount(rows, position, lastId)

  // Stays at the end when a phone's keyboard shrinks the list or reactions grow a row.
  const content = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    if (!scroller || !content.current) return
    list.scrollToEnd({})
    const observer = new ResizeObserver(() => {
      if (scroller.dataset.place === 'end') scroller.scrollTop = scroller.scrollHeight
    })
    observer.observe(scroller)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [scroller, list])

  const ownSending = rows.findLast(({ kind }) => kind === 'sending')?.key
  useLayoutEffect(() => {
    if (ownSending !== undefined) list.scrollToEnd({})
  }, [ownSending, list])

  // Stays at the end however fast messages arrive and however high their rows turn out.
  const newest = rows.at(-1)?.key
  const height = list.getTotalSize()
  useLayoutEffect(() => {
    if (scroller && newest !== undefined && height > 0 && position === 'end') scroller.scrollTop = scroller.scrollHeight
  }, [scroller, newest, height, position])

  // The focused delete button can unmount with its message, or by scrolling.
  const frame = useFocusFallback<HTMLDivElement>('section')

  return (
    <Flex ref={frame} direction="column" pos="relative" flex="1 1 0" mih={0}>
      <Flex
        component="section"
        ref={setScroller}
        // Starts server-rendered lists at their end, without a script.
        direction={serverRenderedRows ? 'column-reverse' : 'column'}
        flex="1 1 0"
        mih={0}
        px={16}
        style={SCROLLER}
        data-place={position}
        // A scrollable element must be reachable by keyboard.
        tabIndex={0}
        aria-label="Messages"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          const isScrollingUp = scrollTop < top.current
          top.current = scrollTop
          // Messages may have arrived since the list was scrolled to its end: only scrolling up leaves the end.
          if (scrollHeight - scrollTop - clientHeight <= END_TOLERANCE_PX) onPosition('end')
          else if (isScrollingUp) onPosition('back')
        }}
      >
        {/* A few messages align to the bottom. */}
        <Box
          pos="relative"
          flex="none"
          mt="auto"
          pt={serverRenderedRows && 8}
          pb={serverRenderedRows && 14}
          style={serverRenderedRows ? undefined : { height }}
        >
          <Box
            component="ol"
            ref={content}
            pos={serverRenderedRows ? 'static' : 'absolute'}
            inset="0 0 auto"
            style={serverRenderedRows ? undefined : { transform: `translateY(${first?.start ?? 0}px)` }}
          >
            {(serverRenderedRows ?? items).map(({ index, key }) => (
              <li key={key} ref={list.measureElement} data-index={index}>
                <Row row={rows[index]} {...props} />
              </li>
            ))}
          </Box>
        </Box>
      </Flex>
      {older.state === 'loading' && <Above role="status">Loading messages...</Above>}
      {older.state === 'failed' && (
        <Above role="alert">
          Couldn’t load older messages
          <Button size="sm" variant="outline" onClick={() => void older.load()}>
            Try Again
          </Button>
        </Above>
      )}
      {newCount > 0 && (
        <Button
          size="sm"
          leftSection={<Icon icon={IconArrowDown} size={16} />}
          pos="absolute"
          inset="auto 0 12px"
          mx="auto"
          w="fit-content"
          style={FLOATING}
          onClick={() => {
            list.scrollToEnd({})
            scroller?.focus({ preventScroll: true })
          }}
        >
          {plural(newCount, 'new message')}
        </Button>
      )}
      <Announcement text={describeNewest(rows)} />
    </Flex>
  )
}

/** States of the older messages, above the list. */
const Above = (props: { role: string; children: ReactNode }) => (
  <Flex
    {...props}
    className="ps-xs"
    align="center"
    gap={10}
    pos="absolute"
    inset="8px 0 auto"
    w="fit-content"
    mx="auto"
    px={12}
    py={6}
    bd="1px solid var(--ps-line-2)"
    bdrs="md"
    bg="var(--ps-overlay)"
  />
)

const Row = ({
  row,
  weekendId,
  formatMessageTime,
  canDelete,
  onDelete,
  renderBelow,
  onSendAgain,
  onDiscard,
}: { row: ChatRow | undefined } & Pick<
  MessageListProps,
  'weekendId' | 'formatMessageTime' | 'canDelete' | 'onDelete' | 'renderBelow' | 'onSendAgain' | 'onDiscard'
>) => {
  if (row?.kind === 'finish') return <FinishRow race={row.race} earlier={row.earlier} />
  if (row?.kind === 'sending')
    return <SendingRow sending={row.sending} isFirst={row.isFirst} onSendAgain={onSendAgain} onDiscard={onDiscard} />
  if (!row) return null
  const { message, isOwn, isFirst } = row
  return (
    <>
      <MessageRow
        message={message}
        isOwn={isOwn}
        isFirst={isFirst}
        time={formatMessageTime(message)}
        weekendId={weekendId}
        onDelete={canDelete(message) ? onDelete : undefined}
      />
      {renderBelow(message)}
    </>
  )
}
