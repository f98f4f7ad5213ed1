#pragma once
int tidings_vips_start(void);
