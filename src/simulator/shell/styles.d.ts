/** Style sheets are gathered into shell.css by the build. */
declare module '*.css'
