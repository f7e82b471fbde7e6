const follow = ({ theme }) => show(`The theme is ${theme} now`)
Service.on('theme', follow)
button.onclick = () => Service.off('theme', follow)
