import { Title } from '@mantine/core'

/** Where administrators prepare weekends. */
export const SetupPage = () => <Title order={1}>Race Weekends</Title>
