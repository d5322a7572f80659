import { useState } from 'react'

/** A dialog about something: what it was about stays while it closes, and every opening is a new one. */
export const useOpened = <Subject>() => {
  const [state, setState] = useState<{ subject: Subject | undefined; opened: boolean; key: number }>({
    subject: undefined,
    opened: false,
    key: 0,
  })
  return {
    ...state,
    open: (subject: Subject) => setState(({ key }) => ({ subject, opened: true, key: key + 1 })),
    close: () => setState((before) => ({ ...before, opened: false })),
  }
}

export type Opened<Subject> = ReturnType<typeof useOpened<Subject>>
