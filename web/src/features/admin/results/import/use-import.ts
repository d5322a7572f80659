import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { importQuery, type Source } from '../api/import-queries.ts'

/** Debounce of the text input, in ms. */
const DEBOUNCE_MS = 300

/** A selected file or pasted text; `id` makes each one unique. */
type ImportInput = { id: number; text: string; file: File | null }

const sourceOf = ({ id, text, file }: ImportInput): Source | null => {
  if (file) return { id, file }
  return text.trim() === '' ? null : { id, text }
}

/** Parses a file at once, or text after a pause in typing. */
export const useImport = (raceId: number) => {
  const [input, setInput] = useState<ImportInput>({ id: 0, text: '', file: null })
  const [debouncedId, setDebouncedId] = useState(0)
  const setSource = (text: string, file: File | null) => setInput(({ id }) => ({ id: id + 1, text, file }))

  useEffect(() => {
    const timer = setTimeout(() => setDebouncedId(input.id), input.file ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [input])

  const source = sourceOf(input)
  const isDebounced = debouncedId === input.id
  const { data, error, isFetching, refetch } = useQuery(importQuery(raceId, isDebounced ? source : null))
  return {
    text: input.text,
    file: input.file,
    type: (text: string) => setSource(text, null),
    choose: (file: File | null) => setSource('', file),
    clear: () => setSource('', null),
    /** Undefined while loading. */
    parsed: isDebounced && source ? (data ?? undefined) : undefined,
    error: isDebounced && source ? error : null,
    isParsing: source !== null && (!isDebounced || isFetching),
    retry: () => void refetch(),
  }
}
