import { Button } from './button.tsx'

type Props = {
  /** The form's id: it stands above the foot. */
  id: string
  onClose(): void
  isBusy: boolean
  /** What the button says that sends it, and what it says while that is under way. */
  send: string
  busy: string
  disabled?: boolean | undefined
}

/** The foot of a dialog with a form: Cancel, and the button that sends it. */
export const FormFoot = ({ id, onClose, isBusy, send, busy, disabled }: Props) => (
  <>
    <Button variant="outline" onClick={onClose}>
      Cancel
    </Button>
    <Button type="submit" form={id} busy={isBusy} disabled={disabled}>
      {isBusy ? busy : send}
    </Button>
  </>
)
