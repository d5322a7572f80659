import { Box, Flex, Text } from '@mantine/core'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { type Segment, Segments } from '../../../ui/racing/segments.tsx'
import { useZone } from '../../session/use-zone.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { productRacesQuery, racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { WithActiveWeekend } from '../../weekend-data/components/with-active-weekend.tsx'
import { cardsOf, isClosed, isOut, stateOf } from '../api/tip-card-state.ts'
import { tipsQuery } from '../api/tip-queries.ts'
import { NextRaceCards } from '../components/next-race-cards.tsx'
import { TipCardSkeletons, TipCards, useTipCards } from '../components/tip-cards.tsx'
import { TippingRail } from '../components/tipping-rail.tsx'

const TITLE = 'Purple Sector Tipping'
const TEXT = 'Open competition for all users. Pick one car per category to compete for the entire weekend.'

const SEGMENT = {
  none: 'open',
  picked: 'yellow',
  submitting: 'ink',
  saved: 'green',
  locked: 'grey',
  out: 'red',
  unannounced: 'grey',
} as const

type TipsInProps = Pick<ReturnType<typeof useTipCards>, 'cards' | 'chosen'> & { isAnnounced: boolean }

const TipsIn = ({ cards, chosen, isAnnounced }: TipsInProps) => {
  const now = useServerNow(5_000)
  const tipped = cards.filter(({ tip }) => tip !== undefined).length
  const values = cards.map((card): Segment => {
    const isTipOut = isOut(card.tip?.car)
    return SEGMENT[stateOf(card, { now, pick: chosen[card.categoryId], isSubmitting: false, isTipOut, isAnnounced })]
  })
  return (
    <Flex gap={12} align="center" visibleFrom="sm">
      <Box component="span" className="ps-num" fz={28} lh="30px">
        {tipped}
        <Text span inherit c="var(--ps-ink-3)">
          {' '}
          / {cards.length}
        </Text>
      </Box>
      <span>
        <Text span variant="label" display="block">
          Tips in
        </Text>
        <Box component="span" display="block" w={150} mt={4}>
          <Segments values={values} label={`${tipped} of ${cards.length} tips in`} wide />
        </Box>
      </span>
    </Flex>
  )
}

const Loading = () => (
  <Panel single flush>
    <LoadingState title="Loading the categories...">
      <PanelGrid columns={3}>
        <TipCardSkeletons count={6} />
      </PanelGrid>
    </LoadingState>
  </Panel>
)

const WeekendTipping = ({ weekend }: { weekend: Weekend }) => {
  const races = useQuery(productRacesQuery(weekend.id))
  const tips = useQuery(tipsQuery(weekend.id))
  const allRaces = useQuery(racesQuery(weekend.id))
  const categories = useCategories()
  const zone = useZone(weekend.timeZone)
  // Keeps unchanged cards identical, so that they are not re-rendered.
  const cards = useMemo(
    () => cardsOf(races.data ?? [], tips.data ?? [], categories),
    [races.data, tips.data, categories],
  )
  const tipCards = useTipCards(openCompetition(weekend.id), cards)
  const now = useServerNow(60_000)
  const isAnnounced = isOpenToAll(weekend)
  const isAwaited = !isAnnounced && cards.every((card) => !card.tip && !isClosed(card, now))
  const failed = races.isError ? races : tips.isError ? tips : undefined

  return (
    <>
      <PageHead
        title={TITLE}
        text={TEXT}
        end={cards.length > 0 && !isAwaited ? <TipsIn {...tipCards} isAnnounced={isAnnounced} /> : undefined}
      />
      {failed && !(races.data && tips.data) ? (
        <Panel single flush>
          <QueryError title="Couldn’t load your tips" query={failed} />
        </Panel>
      ) : !races.data || !tips.data ? (
        <Loading />
      ) : isAwaited ? (
        <Panel single flush>
          <EmptyState title="Not announced yet" text="Tipping opens once this race weekend is announced." />
        </Panel>
      ) : cards.length === 0 ? (
        <Panel single flush>
          <EmptyState title="No sessions yet" text="Tipping opens once the sessions are up." />
        </Panel>
      ) : (
        <Flex
          direction={{ base: 'column-reverse', sm: 'column', lg: 'row' }}
          align={{ base: 'stretch', lg: 'flex-start' }}
          gap={{ base: 8, sm: 16 }}
        >
          <Box flex={{ lg: '1 1 0' }} miw={0}>
            <PanelGrid columns={3}>
              <TipCards weekend={weekend} {...tipCards} />
              <NextRaceCards races={allRaces.data ?? races.data} cards={cards.length} zone={zone} />
            </PanelGrid>
          </Box>
          <TippingRail weekend={weekend} races={allRaces.data ?? races.data} />
        </Flex>
      )}
    </>
  )
}

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [productRacesQuery(weekendId), tipsQuery(weekendId)]

/** One card per category of the weekend. */
export const TippingPage = () => {
  const { weekend } = useActiveWeekend()
  return (
    <Page>
      {!weekend && <PageHead title={TITLE} text={TEXT} />}
      <WithActiveWeekend loading={<Loading />}>
        {/* Remounted for each weekend, to which unsaved picks belong. */}
        {(active) => <WeekendTipping key={active.id} weekend={active} />}
      </WithActiveWeekend>
    </Page>
  )
}
