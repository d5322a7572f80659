/** The container images of the infrastructure; `docker-compose.yml` names the same ones, and a test compares them. */
export const images = {
  postgres: 'postgres:18.6',
  redis: 'redis:8.10.2',
  kafka: 'apache/kafka:4.3.1',
} as const
