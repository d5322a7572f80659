import { Badge, Box, Button, Flex } from '@mantine/core'
import type { Scope } from '@purple-sector/contracts/tipping/scope'
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, startTransition, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useServerRendered } from '../../ui/base/server-rendered.ts'
import { formatNumber, plural } from '../../ui/time/format.ts'
import { type BoardEntry, type BoardPage, PAGE_SIZE } from '../leaderboard-rows/api/leaderboard-keys.ts'
import { BoardFoot, BoardList, positionWidth } from '../leaderboard-rows/components/board-list.tsx'
import type { RowLayout } from '../leaderboard-rows/components/board-row.tsx'
import { usePageTop } from './use-page-top.ts'

/**
 * Row heights of the stylesheet, and the bars that cover the ends of the screen: header, pinned row, a phone's bottom
 * bar; in px.
 */
const DESK = { height: 44, bars: { top: 60 + 30, bottom: 45 } }
const PHONE = { height: 52, bars: { top: 53, bottom: 53 + 60 } }
/** Virtualizer options of a server-rendered board: a screen of this size, at the first row. */
const SERVER_RENDERED_SCREEN = { initialRect: { width: 0, height: 900 }, initialOffset: 0 }

export type PageBoardProps<Row extends BoardEntry, Columns> = {
  scope: Scope
  title: string
  layout: RowLayout<Row, Columns>
  columns: Columns
  /** The first page, which has the newest version. */
  first: BoardPage<Row>
  isPhone: boolean
  /** At the end of the header. */
  beside?: ReactNode
  /** Between the header and the rows. */
  above?: ReactNode
}

/** A leaderboard that scrolls with its page. Give it another key for another screen size. */
export const PageBoard = <Row extends BoardEntry, Columns>({
  scope,
  title,
  layout,
  columns,
  first,
  isPhone,
  beside,
  above,
}: PageBoardProps<Row, Columns>) => {
  const titleId = useId()
  const { height, bars } = isPhone ? PHONE : DESK
  const { total } = first
  // On a phone other panels follow below, so only some rows are visible until all are requested.
  const [isExpanded, setIsExpanded] = useState(false)
  const [sought, seek] = useState<{ index: number }>()
  const count = isPhone && !isExpanded ? Math.min(total, PAGE_SIZE) : total
  const [body, top] = usePageTop()
  const serverRendered = useServerRendered()
  const list = useRef<Virtualizer<Window, Element>>(null)
  // Applied before the virtualizer restores its offset: the user may have scrolled since the page was rendered.
  useLayoutEffect(() => {
    if (list.current) list.current.scrollOffset = window.scrollY
  }, [])
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 6,
    scrollMargin: top,
    // Renders rows one frame later, in two short tasks instead of one long one.
    useFlushSync: false,
    ...(serverRendered && SERVER_RENDERED_SCREEN),
  })
  list.current = rows

  // Expanding a board of many thousands takes a phone a moment; the press does not wait for it.
  const find = (index: number) =>
    startTransition(() => {
      if (index >= count) setIsExpanded(true)
      seek({ index })
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row to find
  useEffect(() => {
    if (sought) window.scrollTo({ top: top + sought.index * height - window.innerHeight / 2 })
  }, [sought])

  return (
    <Box component="section" className="ps-frame" pos="relative" style={positionWidth(total)} aria-labelledby={titleId}>
      <Flex
        className="ps-head"
        wrap={{ base: 'wrap', sm: 'nowrap' }}
        rowGap={2}
        pt={{ base: 9, sm: 0 }}
        pb={{ base: 7, sm: 0 }}
      >
        <Box component="h2" id={titleId} flex={{ base: 1, sm: 'none' }}>
          {title}
        </Box>
        <Badge variant="plain">{plural(total, 'racer')}</Badge>
        <Box component="span" miw={0} w={{ base: '100%', sm: 'auto' }} ml={{ base: 0, sm: 'auto' }}>
          {beside}
        </Box>
      </Flex>
      {above}
      <BoardList
        scope={scope}
        label={title}
        layout={layout}
        columns={columns}
        first={first}
        count={count}
        height={height}
        bars={bars}
        rows={rows}
        body={body}
        onFind={find}
        foot={
          count < total && (
            <BoardFoot>
              <Button variant="outline" onClick={() => setIsExpanded(true)}>
                {`Show all ${formatNumber(total)} fans`}
              </Button>
            </BoardFoot>
          )
        }
      />
    </Box>
  )
}
