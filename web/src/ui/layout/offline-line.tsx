import { IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'
import classes from './offline-line.module.css'

/** The yellow line above the first panel: "Standings as of 3:52 pm. Trying again in 10 seconds." */
export const OfflineLine = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <p className={join(classes.line, className)}>
    <Icon icon={IconWifiOff} size={16} />
    <span>
      <b>OFFLINE</b>
      {children}
    </span>
  </p>
)
