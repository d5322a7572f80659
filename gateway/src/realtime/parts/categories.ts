import type { categoryChanged } from '@purple-sector/contracts/weekends/events'
import type { Category } from '@purple-sector/contracts/weekends/http'
import type { z } from 'zod'
import type { InternalApi } from '../../internal-api.ts'

type CategoryEvent = z.infer<typeof categoryChanged.data>

/** The categories from their owner's events; the highest sequence wins. */
export type Categories = {
  /** Applies a newer state; returns whether it changes anything. */
  apply(event: CategoryEvent, sequence: number): boolean
  /** Sorted as in every list. */
  list(): Category[]
  /** The present name; undefined for an unknown category. */
  nameOf(id: number): string | undefined
  load(): Promise<void>
}

export const createCategories = (fetch: InternalApi['categories']): Categories => {
  const entries = new Map<number, { sequence: number; event: CategoryEvent; text: string }>()
  const apply = (event: CategoryEvent, sequence: number): boolean => {
    const previous = entries.get(event.id)
    if (previous && previous.sequence >= sequence) return false
    const text = JSON.stringify(event)
    entries.set(event.id, { sequence, event, text })
    return previous?.text !== text
  }
  return {
    apply,
    list: () =>
      [...entries.values()]
        .filter(({ event }) => !event.deleted)
        .map(({ event: { deleted: _, ...category } }) => category)
        .sort((a, b) => a.order - b.order || a.id - b.id),
    nameOf: (id) => entries.get(id)?.event.name,
    async load() {
      for (const { data, sequence } of await fetch()) apply(data, sequence)
    },
  }
}
