export { mailOutbox } from './mail-outbox.ts'
export { createMailSender, type MailSender, type MailWriter } from './mail-sender.ts'
export { createMailTransport, type Mail } from './mail-transport.ts'
