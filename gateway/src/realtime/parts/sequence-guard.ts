import { atMost } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'

const MAX_ENTRIES = 10_000

/** Returns whether a state of a subject is newer than the previous ones, among recent subjects. */
export const createSequenceGuard = (): ((subject: string, sequence: number) => boolean) => {
  const sequences = new LRUCache<string, number>(atMost(MAX_ENTRIES))
  return (subject, sequence) => {
    if ((sequences.get(subject) ?? 0) >= sequence) return false
    sequences.set(subject, sequence)
    return true
  }
}
