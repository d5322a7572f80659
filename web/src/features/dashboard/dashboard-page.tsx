import { Title } from '@mantine/core'

/** The weekend at a glance. */
export const DashboardPage = () => <Title order={1}>Dashboard</Title>
