import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isWorthIt } from './celebration.ts'
import { CONFETTI_MS } from './confetti.tsx'

/**
 * Returns true while a podium place is celebrated: each place once, even after leaving the page.
 * `place` is null off the podium, undefined until known.
 */
export const useCelebration = (weekendId: number, place: number | null | undefined): boolean => {
  const client = useQueryClient()
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    if (place === undefined) return
    const key = ['celebrated-place', weekendId]
    const last = client.getQueryData<number | null>(key) ?? null
    client.setQueryData(key, place)
    if (isWorthIt(place, last)) setIsOn(true)
  }, [client, weekendId, place])
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setIsOn(false), CONFETTI_MS)
    return () => clearTimeout(timer)
  }, [isOn])
  return isOn
}
