import { useState } from 'react'

/** State of a dialog about a subject: keeps the subject while the dialog closes, and gives each opening a new key. */
export const useDialogSubject = <Subject>() => {
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

export type Opened<Subject> = ReturnType<typeof useDialogSubject<Subject>>
