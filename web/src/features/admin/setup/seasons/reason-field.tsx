import { Textarea, type TextareaProps } from '@mantine/core'
import { WIDE } from '../form/form-grid.tsx'

/** Why a season is changed after its first lock. */
export const ReasonField = (props: TextareaProps) => (
  <Textarea
    label="Reason"
    description="This season has started. Fans can read your reason, and the audit log keeps it."
    style={WIDE}
    maxLength={500}
    {...props}
  />
)
