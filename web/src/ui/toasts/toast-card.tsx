import { ActionIcon, Box, Flex, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFlagCheck, IconX } from '@tabler/icons-react'
import type { ComponentProps, MouseEventHandler } from 'react'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'
import classes from './toast.module.css'
import type { ToastMessage } from './toast-queue.ts'

const TONES = {
  green: { icon: IconCheck, ink: 'ps-good', edge: 'var(--ps-green)' },
  red: { icon: IconAlertTriangle, ink: 'ps-bad', edge: 'var(--ps-red)' },
  neutral: { icon: IconFlagCheck, ink: undefined, edge: 'var(--ps-ink-3)' },
}

/** One toast: icon, title, text, detail, number of omitted toasts, and a close button. */
export const ToastCard = ({
  message: { title, text, detail, tone = 'neutral', icon },
  more = 0,
  onClose,
  className,
  style,
  ...rest
}: { message: ToastMessage; more?: number; onClose?: MouseEventHandler } & ComponentProps<'div'>) => (
  <Flex
    {...rest}
    className={join('ps-edge', classes.toast, className)}
    pos="relative"
    gap={12}
    maw="100%"
    p="13px 14px 14px"
    bdrs="md"
    bg="var(--ps-overlay)"
    c="var(--ps-ink)"
    style={[{ '--edge': TONES[tone].edge }, style]}
  >
    <Icon icon={icon ?? TONES[tone].icon} size={20} className={TONES[tone].ink} />
    <div className="ps-fill ps-wrap">
      <Box fw={580}>{title}</Box>
      {text !== undefined && (
        <Box className="ps-sm ps-muted" mt={1}>
          {text}
        </Box>
      )}
      {detail !== undefined && (
        <Text component="div" size="xs" lineClamp={5} className="ps-faint" mt={5}>
          {detail}
        </Text>
      )}
      {more > 0 && (
        <Box className="ps-xs ps-faint" mt={5}>
          {`and ${more} more before it`}
        </Box>
      )}
    </div>
    <ActionIcon aria-label="Close" onClick={onClose} m={{ base: '-12px -14px -12px 0', sm: '-10px -10px -10px -6px' }}>
      <Icon icon={IconX} size={16} />
    </ActionIcon>
  </Flex>
)
