/* SPDX-License-Identifier: MIT */
/* Finds values in one view of a text: what scan.c calls for each. */
#ifndef DFMTO_SHARE_SCAN_VIEW_H
#define DFMTO_SHARE_SCAN_VIEW_H

#include "scan.h"

/* Adds findings in a view to `spans`, and decodable parts to `nodes`. */
void dfmto_share_scan_view(struct dfmto_share_scan *x, const struct dfmto_share_view *v);

/* Adds the value that a label announces at the start of a view to `spans`: "dmi.product.serial". false: no memory. */
bool dfmto_share_scan_label(struct dfmto_share_scan *x, struct dfmto_share_bytes label,
                            const struct dfmto_share_view *v);

/* Adds names in a view to `spans`. */
void dfmto_share_scan_view_names(struct dfmto_share_scan *x, const struct dfmto_share_view *v);

#endif
