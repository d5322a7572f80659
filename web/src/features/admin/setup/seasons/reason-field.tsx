import { Textarea, type TextareaProps } from '@mantine/core'
import { WIDE } from '../form/form-grid.tsx'

/** Why a season is changed after its first lock. */
export const ReasonField = (props: TextareaProps) => (
  <Textarea
    label="Reason"
    description="This season has started. The audit log keeps your reason."
    style={WIDE}
    maxLength={500}
    {...props}
  />
)
