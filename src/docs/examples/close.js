button.onclick = () => Service.close()
