export { down, up } from '@purple-sector/mail/mails-table'
