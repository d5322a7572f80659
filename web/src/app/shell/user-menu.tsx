import { Box, Flex, Stack, useMantineColorScheme } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import classes from './user-menu.module.css'

const nameOf = ({ username, firstName, lastName, email }: User): string =>
  username ?? ([firstName, lastName].filter(Boolean).join(' ') || email)

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const

/** Who is signed in, the theme, and the way out. */
export const UserMenu = ({ user }: { user: User }) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const menu = useId()
  const name = nameOf(user)
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={menu}>
        <Avatar name={name} size="sm" of={user} />
        <span className={classes.name}>
          {name}
          <span className="ps-hidden">, user menu</span>
        </span>
        <Icon icon={IconChevronDown} size={14} className={classes.chevron} />
      </button>
      <div id={menu} popover="auto" className={classes.menu}>
        <Box className="ps-wrap ps-stack" pt={8} px={10} pb={10}>
          <Box component="b" fw={560}>
            {name}
          </Box>
          {name !== user.email && <span className="ps-xs ps-muted">{user.email}</span>}
        </Box>
        <Stack className="ps-above ps-below ps-muted" gap={6} p={10} fz={13}>
          <span>Theme</span>
          <Segmented label="Theme" options={SCHEMES} value={colorScheme} onChange={setColorScheme} full />
        </Stack>
        <Flex
          component="a"
          href="/api/logout"
          className={classes.item}
          align="center"
          gap={10}
          mih={{ base: 44, sm: 40 }}
          mt={4}
          px={10}
          fz={13.5}
        >
          <Icon icon={IconLogout} size={18} />
          Logout
        </Flex>
      </div>
    </>
  )
}
