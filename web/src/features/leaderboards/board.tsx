import { Badge, Box, Button, Flex, Text } from '@mantine/core'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useServerRendered } from '../../ui/base/server-rendered.ts'
import { formatNumber, plural } from '../../ui/time/format.ts'
import { type BoardPage, PAGE_SIZE } from '../leaderboard-rows/api/leaderboard-keys.ts'
import { BoardFoot, BoardList, positionWidth } from '../leaderboard-rows/components/board-list.tsx'
import { countRaces } from '../leaderboard-rows/components/pick-segments.ts'
import { ReactionBar } from '../reactions/reaction-bar.tsx'
import { LatestResultLine, latestResult } from './latest-result.tsx'
import { usePageTop } from './use-page-top.ts'

/**
 * Row heights of the stylesheet, and the bars that cover the ends of the screen: header, pinned row, a phone's bottom
 * bar; in px.
 */
const DESK = { height: 44, bars: { top: 60 + 30, bottom: 45 } }
const PHONE = { height: 52, bars: { top: 53, bottom: 53 + 60 } }
/** Virtualizer options of a server-rendered board: a screen of this size, at the first row. */
const SERVER_RENDERED_SCREEN = { initialRect: { width: 0, height: 900 }, initialOffset: 0 }

export type BoardProps = {
  scope: WeekendScope
  weekend: Weekend
  /** The first page, which has the newest version. */
  first: BoardPage
  races: readonly Race[] | undefined
  productRaces: readonly Race[] | undefined
  isPhone: boolean
}

/** The leaderboard of the open competition. */
export const Board = ({ scope, weekend, first, races, productRaces, isPhone }: BoardProps) => {
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
  const latest = useMemo(() => latestResult(races ?? []), [races])
  const raceCount = useMemo(() => countRaces(productRaces ?? []), [productRaces])

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
          All Sector Participants
        </Box>
        <Badge variant="plain">{plural(total, 'racer')}</Badge>
        <Box component="span" miw={0} w={{ base: '100%', sm: 'auto' }} ml={{ base: 0, sm: 'auto' }}>
          {latest && <LatestResultLine result={latest} timeZone={weekend.timeZone} />}
        </Box>
      </Flex>
      {latest && !latest.isWithdrawn && (
        <Flex
          className="ps-below"
          align="center"
          justify={{ base: 'center', sm: 'space-between' }}
          gap={12}
          px={{ base: 8, sm: 12 }}
          py={{ base: 0, sm: 4 }}
        >
          {/* On a phone the line above names the result, and all five fit on one line. */}
          <Text span size="xs" c="var(--ps-ink-3)" ml={4} truncate visibleFrom="sm">
            React to {latest.race}
          </Text>
          <ReactionBar
            scope={{ weekendId: weekend.id, groupId: null }}
            subject={{ type: 'result', id: latest.raceId }}
            label={`Reactions to ${latest.race}`}
          />
        </Flex>
      )}
      <BoardList
        scope={scope}
        label="All Sector Participants"
        layout="open"
        first={first}
        count={count}
        height={height}
        bars={bars}
        raceCount={raceCount}
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
