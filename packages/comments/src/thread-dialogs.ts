/** Dialogs for hiding and reporting comments, which few readers need: one chunk, loaded on first use. */
export { ReasonDialog } from './reason-dialog.tsx'
export { ReportDialog } from './report-dialog.tsx'
