import { Title } from '@mantine/core'

/** What the fan has tipped. */
export const MyTipsPage = () => <Title order={1}>My Tips</Title>
