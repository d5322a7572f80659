import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { importQuery, type Source } from './import-queries.ts'

/** How long nobody types before the server is asked, in ms. */
const PAUSE = 300

/** What is there to be read: a file that was chosen, or what was pasted; `id` tells one from the next. */
type Given = { id: number; text: string; file: File | null }

const sourceOf = ({ id, text, file }: Given): Source | null => {
  if (file) return { id, file }
  return text.trim() === '' ? null : { id, text }
}

/** What the server understands of a file, or of a text once nobody has typed for a moment. */
export const useImport = (raceId: number) => {
  const [given, setGiven] = useState<Given>({ id: 0, text: '', file: null })
  const [askedFor, fetchWithDelay] = useState(0)
  const give = (text: string, file: File | null) => setGiven(({ id }) => ({ id: id + 1, text, file }))

  useEffect(() => {
    const timer = setTimeout(() => fetchWithDelay(given.id), given.file ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [given])

  const source = sourceOf(given)
  const isAsked = askedFor === given.id
  const { data, error, isFetching, refetch } = useQuery(importQuery(raceId, isAsked ? source : null))
  return {
    text: given.text,
    file: given.file,
    type: (text: string) => give(text, null),
    choose: (file: File | null) => give('', file),
    clear: () => give('', null),
    /** Undefined while the server is asked. */
    reading: isAsked && source ? (data ?? undefined) : undefined,
    error: isAsked && source ? error : null,
    isReading: source !== null && (!isAsked || isFetching),
    again: () => void refetch(),
  }
}
