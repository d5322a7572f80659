import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FormFoot } from './form-foot.tsx'
import { takeFocus } from './take-focus.ts'

type Props = Omit<DialogProps, 'foot'> & {
  onSubmit(event: FormEvent<HTMLFormElement>): void
  isBusy: boolean
  /** What the button says that sends it, and what it says while that is under way. */
  send: string
  busy: string
  /** Between the head and the form. */
  above?: ReactNode
  /** In the foot, before the buttons. */
  note?: ReactNode
  /** Of the form. */
  className?: string | undefined
}

const focusOn = (button: HTMLButtonElement | null): void => {
  if (button) takeFocus(button)
}

/**
 * A dialog that is a form; its foot sends it or gives it up. A click beside it does not close it, and where something was
 * entered, Escape, Back and the cross ask before they do.
 */
export const FormDialog = ({ onSubmit, isBusy, send, busy, above, note, className, children, ...dialog }: Props) => {
  const id = useId()
  const [isChanged, setChanged] = useState(false)
  const [isAsking, ask] = useState(false)
  const focused = useRef<Element | null>(null)
  const keep = () => {
    ask(false)
    if (focused.current instanceof HTMLElement) takeFocus(focused.current)
  }
  const leave = () => {
    if (isAsking) return keep()
    if (!isChanged) return dialog.onClose()
    focused.current = document.activeElement
    ask(true)
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
            <Button variant="outline" ref={focusOn} onClick={keep}>
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
      <form id={id} className={className} onSubmit={onSubmit} onChange={() => setChanged(true)} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
