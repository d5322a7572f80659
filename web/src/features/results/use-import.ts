import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { importQuery, type Source } from './import-queries.ts'

/** Debounce of the text input, in ms. */
const PAUSE = 300

/** A selected file or pasted text; `id` makes each one unique. */
type Given = { id: number; text: string; file: File | null }

const sourceOf = ({ id, text, file }: Given): Source | null => {
  if (file) return { id, file }
  return text.trim() === '' ? null : { id, text }
}

/** Parses a file at once, or text after a pause in typing. */
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
    /** Undefined while loading. */
    reading: isAsked && source ? (data ?? undefined) : undefined,
    error: isAsked && source ? error : null,
    isReading: source !== null && (!isAsked || isFetching),
    again: () => void refetch(),
  }
}
