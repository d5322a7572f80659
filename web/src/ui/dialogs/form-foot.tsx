import { Button } from '@mantine/core'
import { AsyncButton } from '../controls/async-button.tsx'

type Props = {
  /** The id of the form, which is outside of the footer. */
  id: string
  onClose(): void
  isBusy: boolean
  /** The label of the submit button, and its label while submitting. */
  send: string
  busy: string
  disabled?: boolean | undefined
}

/** Footer of a dialog with a form: Cancel and the submit button. */
export const FormFoot = ({ id, onClose, isBusy, send, busy, disabled }: Props) => (
  <>
    <Button variant="outline" onClick={onClose}>
      Cancel
    </Button>
    <AsyncButton type="submit" form={id} loading={isBusy} disabled={disabled}>
      {isBusy ? busy : send}
    </AsyncButton>
  </>
)
