import { Box, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { copyText, showInWindow } from '../browser/clipboard.ts'
import { actionTime, notify } from './notify.ts'

/** How long a button says "Copied", in ms. */
const COPIED_MS = 3000

type Copy = {
  /** Copies a text and shows a toast; `key` distinguishes several copy buttons of one place. */
  copy(text: string, toast: { title: string; message: string }, key?: string): Promise<boolean>
  /** Whether the button with this key has just copied: it then says "Copied" itself. */
  isCopied(key?: string): boolean
  /** Fallback for copying by hand, which the dialog places. */
  byHand: ReactNode
}

/** Copies a text. Without a clipboard it is shown for copying: in a window, else in `byHand`. */
export const useCopy = (): Copy => {
  const [text, setText] = useState<string>()
  const [copied, setCopied] = useState<{ key: string; copiedAt: number }>()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(undefined), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return {
    async copy(content, toast, key = '') {
      const actedAt = actionTime()
      const isCopied = await copyText(content)
      setCopied(isCopied ? { key, copiedAt: actedAt } : undefined)
      setText(isCopied || showInWindow(content, 'Copy this text') ? undefined : content)
      if (isCopied) notify(toast, { actedAt, about: 'clipboard' })
      return isCopied
    },
    isCopied: (key = '') => copied?.key === key,
    byHand: text !== undefined && (
      <Box mt={12} role="alert">
        <Textarea
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
