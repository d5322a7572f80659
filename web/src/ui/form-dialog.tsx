import { type FormEvent, type ReactNode, useId } from 'react'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FormFoot } from './form-foot.tsx'

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

/** A dialog that is a form; its foot gives it up or sends it. What is typed is not lost by a click beside it. */
export const FormDialog = ({ onSubmit, isBusy, send, busy, above, note, className, children, ...dialog }: Props) => {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      stays
      foot={
        <>
          {note}
          <FormFoot id={id} onClose={dialog.onClose} isBusy={isBusy} send={send} busy={busy} />
        </>
      }
    >
      {above}
      <form id={id} className={className} onSubmit={onSubmit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
