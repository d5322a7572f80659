import { atMost } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'

const REMEMBERED = 10_000

/** Returns whether a state of a subject is newer than the previous ones, among recent subjects. */
export const createSequenceGuard = (): ((subject: string, sequence: number) => boolean) => {
  const heard = new LRUCache<string, number>(atMost(REMEMBERED))
  return (subject, sequence) => {
    if ((heard.get(subject) ?? 0) >= sequence) return false
    heard.set(subject, sequence)
    return true
  }
}
