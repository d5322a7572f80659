import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { focusElement } from '../base/focus-element.ts'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FormFoot } from './form-foot.tsx'

type Props = Omit<DialogProps, 'foot'> & {
  /** Whether something was entered. */
  isDirty: boolean
  onSubmit(event: FormEvent<HTMLFormElement>): void
  isBusy: boolean
  /** The label of the submit button, and its label while submitting. */
  send: string
  busy: string
  /** Between the header and the form. */
  above?: ReactNode
  /** In the footer, before the buttons. */
  note?: ReactNode
  /** Class of the form. */
  className?: string | undefined
}

const focusOn = (button: HTMLButtonElement | null): void => {
  if (button) focusElement(button)
}

/**
 * A dialog with a form, whose footer submits or cancels it. A click outside does not close it, and once something was
 * entered, Escape, Back and the cross ask first.
 */
export const FormDialog = ({
  isDirty,
  onSubmit,
  isBusy,
  send,
  busy,
  above,
  note,
  className,
  children,
  ...dialog
}: Props) => {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const focused = useRef<Element | null>(null)
  const keepEditing = () => {
    setAsking(false)
    if (focused.current instanceof HTMLElement) focusElement(focused.current)
  }
  const leave = () => {
    if (isAsking) return keepEditing()
    if (!isDirty) return dialog.onClose()
    focused.current = document.activeElement
    setAsking(true)
  }
  return (
    <Dialog
      {...dialog}
      onClose={leave}
      stays
      foot={
        isAsking ? (
          <>
            <span className="ps-fill ps-muted" role="alert">
              Discard what you entered?
            </span>
            <Button variant="outline" ref={focusOn} onClick={keepEditing}>
              Keep editing
            </Button>
            <Button variant="danger" onClick={dialog.onClose}>
              Discard
            </Button>
          </>
        ) : (
          <>
            {note}
            <FormFoot id={id} onClose={dialog.onClose} isBusy={isBusy} send={send} busy={busy} />
          </>
        )
      }
    >
      {above}
      <form id={id} className={className} onSubmit={onSubmit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
