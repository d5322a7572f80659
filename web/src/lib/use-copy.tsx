import { Box } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { TextAreaField } from '../ui/field.tsx'
import { copyText, showInWindow } from './hand-over.ts'
import { notify } from './notify.ts'

type Copy = {
  /** Whether it is in the clipboard; then the toast says so. */
  copy(text: string, told: { title: string; message: string }): Promise<boolean>
  /** Stands where the dialog has room for it. */
  byHand: ReactNode
}

/** Copies a text. Without a clipboard it is shown to be copied: in a window, and where none may open, here. */
export const useCopy = (): Copy => {
  const [text, show] = useState<string>()
  return {
    async copy(given, told) {
      const isCopied = await copyText(given)
      show(isCopied || showInWindow(given, 'Copy this text') ? undefined : given)
      if (isCopied) notify(told)
      return isCopied
    },
    byHand: text !== undefined && (
      <Box mt={12} role="alert">
        <TextAreaField
          label="Your browser couldn’t copy it. Copy this text:"
          readOnly
          rows={3}
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Box>
    ),
  }
}
