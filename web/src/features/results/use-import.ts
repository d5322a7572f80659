import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { importQuery, type Source } from './import-queries.ts'

/** Debounce of the text input, in ms. */
const DEBOUNCE_MS = 300

/** A selected file or pasted text; `id` makes each one unique. */
type Given = { id: number; text: string; file: File | null }

const sourceOf = ({ id, text, file }: Given): Source | null => {
  if (file) return { id, file }
  return text.trim() === '' ? null : { id, text }
}

/** Parses a file at once, or text after a pause in typing. */
export const useImport = (raceId: number) => {
  const [given, setGiven] = useState<Given>({ id: 0, text: '', file: null })
  const [debouncedId, setDebouncedId] = useState(0)
  const give = (text: string, file: File | null) => setGiven(({ id }) => ({ id: id + 1, text, file }))

  useEffect(() => {
    const timer = setTimeout(() => setDebouncedId(given.id), given.file ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [given])

  const source = sourceOf(given)
  const isDebounced = debouncedId === given.id
  const { data, error, isFetching, refetch } = useQuery(importQuery(raceId, isDebounced ? source : null))
  return {
    text: given.text,
    file: given.file,
    type: (text: string) => give(text, null),
    choose: (file: File | null) => give('', file),
    clear: () => give('', null),
    /** Undefined while loading. */
    parsed: isDebounced && source ? (data ?? undefined) : undefined,
    error: isDebounced && source ? error : null,
    isParsing: source !== null && (!isDebounced || isFetching),
    again: () => void refetch(),
  }
}
