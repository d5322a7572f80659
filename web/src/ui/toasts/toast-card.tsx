import { Box } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFlagCheck, IconX, type TablerIcon } from '@tabler/icons-react'
import type { ComponentProps, MouseEventHandler } from 'react'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'
import classes from './toast.module.css'
import type { ToastMessage } from './toast-queue.ts'

const ICONS: Record<NonNullable<ToastMessage['tone']>, TablerIcon> = {
  green: IconCheck,
  red: IconAlertTriangle,
  neutral: IconFlagCheck,
}

const TONES = { green: 'ps-good', red: 'ps-bad', neutral: undefined } as const

/** One toast: icon, title, text, detail, number of omitted toasts, and a close button. */
export const ToastCard = ({
  message: { title, text, detail, tone = 'neutral', icon },
  more = 0,
  onClose,
  className,
  ...rest
}: { message: ToastMessage; more?: number; onClose?: MouseEventHandler } & ComponentProps<'div'>) => (
  <div {...rest} className={join(classes.toast, tone !== 'neutral' && classes[tone], className)}>
    <Icon icon={icon ?? ICONS[tone]} size={20} className={TONES[tone]} />
    <div className="ps-fill ps-wrap">
      <Box fw={580}>{title}</Box>
      {text !== undefined && (
        <Box className="ps-sm ps-muted" mt={1}>
          {text}
        </Box>
      )}
      {detail !== undefined && <div className={classes.detail}>{detail}</div>}
      {more > 0 && (
        <Box className="ps-xs ps-faint" mt={5}>
          {`and ${more} more before it`}
        </Box>
      )}
    </div>
    <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
      <Icon icon={IconX} size={16} />
    </button>
  </div>
)
