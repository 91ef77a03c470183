/** What few readers need when they hide or report a comment: one chunk, fetched on first use. */
export { ReasonDialog } from './reason-dialog.tsx'
export { ReportDialog } from './report-dialog.tsx'
