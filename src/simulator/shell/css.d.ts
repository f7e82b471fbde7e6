/** The build bundles style sheets into shell.css. */
declare module '*.css'
