import { Stack } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useCallback, useState } from 'react'
import { useServerNow } from '../../lib/server-clock.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Scope } from '../leaderboard/board-keys.ts'
import { usePicks } from './picks-query.ts'
import { TipCard } from './tip-card.tsx'
import type { CategoryCard } from './tip-card-state.ts'

/** Cars chosen on cards and not yet handed in, by category. */
type ChosenCars = Partial<Record<number, number>>

/** The cards of a competition with what is chosen on them, and who picked what where that may be known. */
export const useTipCards = (scope: Scope, cards: readonly CategoryCard[]) => {
  const [chosen, setChosen] = useState<ChosenCars>({})
  const picks = usePicks(scope, cards, useServerNow(5_000))
  const choose = useCallback(
    (categoryId: number, carId: number | undefined) => setChosen((before) => ({ ...before, [categoryId]: carId })),
    [],
  )
  return { cards, chosen, picks, choose }
}

/** A card for each category. */
export const TipCards = ({
  weekend,
  cards,
  chosen,
  picks,
  choose,
}: { weekend: Weekend } & ReturnType<typeof useTipCards>) =>
  cards.map((card) => (
    <TipCard
      key={card.categoryId}
      card={card}
      weekend={weekend}
      pick={chosen[card.categoryId]}
      picks={picks.get(card.categoryId)}
      onPick={choose}
    />
  ))

/** So many cards while nothing is known of them. */
export const TipCardSkeletons = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, card) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change
    <Stack key={card} gap={16} mih={187} p={16}>
      <Skeleton width={80} />
      <Skeleton height={60} />
      <Skeleton width={140} />
    </Stack>
  ))
